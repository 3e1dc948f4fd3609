import { isCodexPatch, parseCodexPatch } from "./codex-patch.ts";
import { type Patch, PatchSyntaxError } from "./patch.ts";
import { parseUnifiedDiff } from "./unified-diff.ts";

/**
 * Reads a patch in Codex's format (`*** Begin Patch`) or as a unified diff, including git's. Removes
 * wrappings that models add (a code fence, a here-document).
 *
 * Errors: PatchSyntaxError naming the line and what was expected there.
 */
export function parsePatch(text: string): Patch {
  const lines = text.split(/\r?\n/);
  const { from, to } = unwrap(lines);
  // Blank lines keep the line numbers in errors those of the given text.
  const inside = lines.map((line, index) => (index >= from && index < to ? line : ""));
  const patch: Patch = isCodexPatch(inside)
    ? { format: "codex", files: parseCodexPatch(inside), ignored: [] }
    : { format: "unified", ...parseUnifiedDiff(inside) };
  if (patch.files.length > 0) return patch;
  const [ignored] = patch.ignored;
  throw new PatchSyntaxError(
    1,
    ignored === undefined
      ? "the patch names no file. Begin with '*** Begin Patch' and '*** Update File: path', or give a unified diff."
      : `the patch has only changes that can't be made here: ${ignored}.`,
  );
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function unwrap(lines: readonly string[], within?: Range): Range {
  const { from, to } = within ?? { from: 0, to: lines.length };
  const isSolid = (line: string, index: number): boolean =>
    index >= from && index < to && line.trim() !== "";
  const first = lines.findIndex(isSolid);
  const last = lines.findLastIndex(isSolid);
  if (first === -1) return { from: 0, to: 0 };
  const opening = lines[first] ?? "";
  const closing = lines[last] ?? "";
  const isFence = first < last && /^\s*```/.test(opening) && /^\s*```\s*$/.test(closing);
  const heredoc = /<<-?\s*(['"]?)(\w+)\1\s*$/.exec(opening);
  const isHeredoc = heredoc !== null && closing.trim() === heredoc[2];
  if (isFence || isHeredoc) return unwrap(lines, { from: first + 1, to: last });
  return { from: first, to: last + 1 };
}
