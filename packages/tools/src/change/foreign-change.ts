import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { decodeText } from "@toolwright/workspace";
import { unifiedDiff } from "./unified-diff.ts";
import { countOf } from "../text/number-text.ts";

/** For a larger diff, reading the file again helps more. */
const MAX_SHOWN_LINES = 200;
const MAX_SHOWN_CHARACTERS = 10_000;

/** A diff to show, from the version that the session knows to the current one. */
export function foreignDiff(displayPath: string, known: string, current: string): string {
  const lines = unifiedDiff(displayPath, known, current).text.split("\n").slice(2, -1);
  const shown: string[] = [];
  let left = MAX_SHOWN_CHARACTERS;
  for (const line of lines.slice(0, MAX_SHOWN_LINES)) {
    left -= line.length;
    if (left < 0) break;
    shown.push(line);
  }
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`… ${countOf(more, "more line")} of this diff`] : [])].join(
    "\n",
  );
}

/**
 * The failure for a file that somebody else has changed since this session read it. It includes a
 * diff of that change if the known content was kept and may be shown. `why` says why the two
 * changes cannot be merged.
 */
export async function changedFailure(
  workspace: WorkspaceAccess,
  path: string,
  current: Uint8Array | null,
  why: string,
): Promise<ToolError> {
  const { displayPath } = await workspace.resolve(path);
  const known = await workspace.knownContent(path);
  const before = known === null ? null : await decodeText(known);
  const after = current === null ? null : await decodeText(current);
  const diff =
    before === null || after === null
      ? ""
      : ` The other change:\n${foreignDiff(displayPath, before.text, after.text)}\n`;
  return new ToolError(
    "file-changed",
    `Somebody else has changed '${displayPath}' since you last read it, ${why}, so nothing was written.${diff === "" ? " " : diff}Read it again, then make your change to the current version.`,
  );
}
