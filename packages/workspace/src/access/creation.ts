import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FoundPath, PathResolver } from "../paths/path-resolver.ts";
import { fileInTheWay, hintFor, looksUnexpanded } from "./missing-file.ts";

/**
 * Checks that a path that doesn't exist can be created.
 *
 * Errors: `input-invalid` if a part of it is a file; `file-not-found` if it would create a
 * directory called `~`, `$HOME` or similar, which is never intended.
 */
export function checkCreatable(found: FoundPath, resolver: PathResolver): void {
  const { asked } = found;
  const inTheWay = fileInTheWay(found, resolver);
  if (inTheWay !== null) {
    throw new ToolError(
      "input-invalid",
      `${shownPath(asked)} can't be created: ${shownPath(inTheWay)} is not a directory.`,
    );
  }
  if (!looksUnexpanded(asked)) return;
  const [first = ""] = asked.split("/", 1);
  if (resolver.resolve(first).stats !== null) return;
  throw new ToolError(
    "file-not-found",
    `${shownPath(asked)} was not created: there is no directory literally called ${shownPath(first)}.` +
      `${hintFor(asked)} If you mean that exact name, write ${shownPath(`./${asked}`)}.`,
  );
}
