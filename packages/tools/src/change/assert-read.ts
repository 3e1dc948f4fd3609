import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { decodeText } from "@toolwright/workspace";
import { binaryKind } from "../text-file/binary-kind.ts";

/** The version of a file that a session knows: the current one, or an earlier one. */
export type Knowledge = "current" | "earlier";

/**
 * Ensures that this session has read a file before changing it.
 *
 * Errors: `file-not-read`; `not-text` for a file that cannot be read as text.
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
    `'${displayPath}' exists but wasn't read in this session, so nothing was changed. Read it first, then try again.`,
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
    `'${displayPath}' is not text (${binaryKind(bytes)}), so it can't be changed as text. To replace it by a text file, delete it first.`,
  );
}
