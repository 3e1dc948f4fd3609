import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { decodeText } from "@toolwright/workspace";
import { binaryKind } from "../text-file/binary-kind.ts";

/** What a session knows of a file: what is there now, an earlier version, or nothing. */
export type Knowledge = "current" | "earlier";

/**
 * Makes sure that this session has read a file before it changes it.
 *
 * Errors: `file-not-read`; `not-text` for one that nobody can read as text first.
 */
export async function assertRead(
  workspace: WorkspaceAccess,
  path: string,
  current: FileVersion,
): Promise<Knowledge> {
  const known = await workspace.knownVersion(path);
  if (known === current) return "current";
  if (known !== null) return "earlier";
  const { displayPath } = await workspace.resolve(path);
  await assertReadable(workspace, path, displayPath);
  throw new ToolError(
    "file-not-read",
    `'${displayPath}' exists and wasn't read in this session, so nothing was changed: read it first, then try again.`,
  );
}

async function assertReadable(
  workspace: WorkspaceAccess,
  path: string,
  displayPath: string,
): Promise<void> {
  if (!(await workspace.mayRead(path))) return;
  const { bytes } = await workspace.read(path);
  if ((await decodeText(bytes)) !== null) return;
  throw new ToolError(
    "not-text",
    `'${displayPath}' exists and is no text (${binaryKind(bytes)}), so it can't be changed as text. To put a text in its place, delete it first.`,
  );
}
