import type { ToolResult } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { compilePathPattern, countText } from "@toolwright/tools/internal";
import { z } from "zod";
import { closingParenthesis } from "./result-text.ts";

const listing = z.object({
  entries: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["file", "directory", "link", "other"]),
      target: z.string().optional(),
    }),
  ),
});

export type ListedEntry = z.infer<typeof listing>["entries"][number];

export interface Listing {
  /** Each directory comes before its contents. */
  readonly entries: readonly ListedEntry[];
  /** A note on entries not shown, in parentheses; empty if all are shown. */
  readonly note: string;
}

/**
 * The entries of a listed directory, except those that match one of the globs or are in a directory that
 * does. Null if the result has no entries.
 *
 * Errors: `input-invalid` for an invalid glob.
 */
export function listingOf(result: ToolResult, ignore: readonly string[]): Listing | null {
  const listed = listing.safeParse(result.structured).data?.entries;
  if (listed === undefined) return null;
  const patterns = ignore.map(compilePathPattern);
  const entries = listed.filter(({ path }) =>
    pathsDownTo(path).every((above) => !patterns.some((pattern) => pattern.matches(above))),
  );
  const ignored = listed.length - entries.length;
  const notes = [ignored > 0 ? `${countText(ignored)} ignored.` : "", closingParenthesis(result)];
  const note = notes.filter((part) => part !== "").join(" ");
  return { entries, note: note === "" ? "" : `(${note})` };
}

/** The entry's own name, with the target of a link. */
export function nameOf({ path, kind, target }: ListedEntry): string {
  const name = shownName(path.slice(path.lastIndexOf("/") + 1));
  return kind === "link" && target !== undefined ? `${name} -> ${target}` : name;
}

/** A tree with two spaces per level: `- src/`, `  - one.ts`. */
export function indentedRows(entries: readonly ListedEntry[]): string {
  return entries
    .map((entry) => {
      const level = entry.path.split("/").length - 1;
      return `${"  ".repeat(level)}- ${nameOf(entry)}${entry.kind === "directory" ? "/" : ""}`;
    })
    .join("\n");
}

/** `a`, `a/b`, `a/b/c`. */
function pathsDownTo(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
