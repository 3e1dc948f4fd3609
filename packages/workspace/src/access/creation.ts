import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FoundPath, PathResolver } from "../paths/path-resolver.ts";
import { fileInTheWay, hintFor, looksUnexpanded } from "./missing-file.ts";

/**
 * Whether a path that doesn't exist can be made.
 *
 * Errors: `input-invalid` when a part of it is a file; `file-not-found` when it would make a
 * directory called `~`, `$HOME` or the like, which nobody means.
 */
export function checkCreatable(found: FoundPath, resolver: PathResolver): void {
  const { asked } = found;
  const inTheWay = fileInTheWay(found, resolver);
  if (inTheWay !== null) {
    throw new ToolError(
      "input-invalid",
      `${shownPath(asked)} can't be made: ${shownPath(inTheWay)} is not a directory.`,
    );
  }
  if (!looksUnexpanded(asked)) return;
  const [first = ""] = asked.split("/", 1);
  if (resolver.resolve(first).stats !== null) return;
  throw new ToolError(
    "file-not-found",
    `${shownPath(asked)} was not made: there is no directory literally called ${shownPath(first)}.` +
      `${hintFor(asked)} If that very name is meant, write ${shownPath(`./${asked}`)}.`,
  );
}
