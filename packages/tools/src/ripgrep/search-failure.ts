import { type ToolContext, ToolError } from "@toolwright/core";
import { nearestNames } from "@toolwright/core/internal";
import { countOf } from "../text/number-text.ts";
import type { FileSelection } from "./file-selection.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";

// The target is always named with `./`, so lines of this form report unreadable places.
const unreadablePlace = /^rg: \.\/.*$/gm;

const unknownType = /^rg: unrecognized file type: (.*)$/m;

/**
 * Throws `input-invalid` if ripgrep rejected the search: with its own message for a bad pattern, with
 * similar names for an unknown file type. Unreadable places are not a failure.
 */
export async function assertSearchTaken(
  context: ToolContext,
  selection: Pick<FileSelection, "cwd">,
  end: RipgrepEnd,
): Promise<void> {
  const type = end.exitCode === 2 ? unknownType.exec(end.errors)?.[1] : undefined;
  if (type === undefined) return assertPatternTaken(end);
  const known = await fileTypes(context, selection.cwd);
  const near = nearestNames(type, known);
  const idea =
    near.length > 0
      ? `Did you mean ${near.map((name) => `'${name}'`).join(" or ")}?`
      : "Use a glob instead.";
  throw new ToolError(
    "input-invalid",
    `There is no file type '${type}'. ${idea} Types are names such as ts, js, py, rust, json or md, not file extensions.`,
    { details: { type, near } },
  );
}

/** The same for a search without types. */
export function assertPatternTaken(end: RipgrepEnd): void {
  if (end.exitCode !== 2 || end.reason !== "done") return;
  const message = end.errors.replace(unreadablePlace, "").trim();
  if (message === "") return;
  // Later paragraphs describe options of ripgrep's command line.
  const [reason = ""] = message.replace(/^rg: /, "").split("\n\n");
  throw new ToolError(
    "input-invalid",
    isAboutLineEnds(reason)
      ? `The pattern contains a line break, but each line is searched separately:\n${reason}\nSet multiline: true to match across lines, or remove the line break.`
      : `The pattern isn't a valid regular expression (Rust syntax):\n${reason}\nCorrect it, or set literal: true to search for plain text.`,
  );
}

function isAboutLineEnds(reason: string): boolean {
  return /^the literal .*\\n.* is not allowed/m.test(reason);
}

/** A sentence for the result about unreadable places; null for none. */
export function unreadableNote(end: RipgrepEnd): string | null {
  const count = end.errors.match(unreadablePlace)?.length ?? 0;
  if (count === 0) return null;
  return `${countOf(count, "file or directory", "files or directories")} couldn't be read and ${count === 1 ? "was" : "were"} skipped.`;
}

/** The names of all types that ripgrep knows. */
async function fileTypes(context: ToolContext, cwd: string): Promise<readonly string[]> {
  const chunks: Uint8Array[] = [];
  await runRipgrep(context, {
    cwd,
    arguments: ["--type-list"],
    onOutput: (chunk) => chunks.push(chunk) > 0,
  });
  const list = Buffer.concat(chunks).toString("utf8");
  return list.split("\n").map((line) => line.replace(/:.*/, ""));
}
