import { parseCodexPatch } from "./codex-patch.ts";
import { type Patch, PatchSyntaxError } from "./patch.ts";
import { parseUnifiedDiff } from "./unified-diff.ts";

/**
 * Reads a patch of either format: Codex's (`*** Begin Patch`) or a unified diff, also git's. What
 * models put around it (a code fence, a here-document) is taken off.
 *
 * Errors: PatchSyntaxError naming the line and what was expected there.
 */
export function parsePatch(text: string): Patch {
  const lines = unwrap(text.replaceAll("\r\n", "\n").split("\n"));
  const isCodex = lines.some((line) =>
    /^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/.test(line),
  );
  const patch: Patch = isCodex
    ? { format: "codex", files: parseCodexPatch(lines) }
    : { format: "unified", files: parseUnifiedDiff(lines) };
  if (patch.files.length === 0) {
    throw new PatchSyntaxError(
      1,
      "there is no file in it. Begin with '*** Begin Patch' and '*** Update File: path', or give a unified diff.",
    );
  }
  return patch;
}

function unwrap(lines: readonly string[]): readonly string[] {
  const solid = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (solid === -1) return [];
  const fence = /^\s*```/.test(lines[solid] ?? "") && /^\s*```\s*$/.test(lines[last] ?? "");
  const heredoc = /<<-?\s*['"]?(\w+)['"]?\s*$/.exec(lines[solid] ?? "");
  if (fence || (heredoc !== null && lines[last]?.trim() === heredoc[1])) {
    return unwrap(lines.slice(solid + 1, last));
  }
  return lines.slice(solid, last + 1);
}
