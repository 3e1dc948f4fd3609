import { ToolError } from "@toolwright/core";
import { countOf } from "../numbers/number-text.ts";
import type { RipgrepEnd } from "./run-ripgrep.ts";

// The target is always named with `./`, so this is how a place that can't be read is told.
const unreadablePlace = /^rg: \.\/.*$/gm;

/**
 * Throws `input-invalid` with ripgrep's own words when it didn't take the pattern. Places that it
 * couldn't read are no failure.
 */
export function assertPatternTaken(end: RipgrepEnd): void {
  if (end.exitCode !== 2 || end.reason !== "done") return;
  const message = end.errors.replace(unreadablePlace, "").trim();
  if (message === "") return;
  // What follows the first paragraph tells options of ripgrep's command line.
  const [reason] = message.replace(/^rg: /, "").split("\n\n");
  throw new ToolError(
    "input-invalid",
    `The pattern isn't a valid regular expression (Rust syntax, matched line by line):\n${reason}\nCorrect it, or set literal: true to search for the text as it is.`,
  );
}

/** A sentence for the result when there were places that couldn't be read. */
export function unreadableNote(end: RipgrepEnd): string | null {
  const count = end.errors.match(unreadablePlace)?.length ?? 0;
  if (count === 0) return null;
  return `${countOf(count, "file or directory", "files or directories")} couldn't be read and ${count === 1 ? "was" : "were"} left out.`;
}
