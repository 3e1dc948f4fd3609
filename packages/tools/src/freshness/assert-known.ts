import { type FileVersion, ToolError, type WorkspaceAccess } from "@toolwright/core";

/**
 * Makes sure that this session has read what is there now, before it replaces it.
 *
 * Errors: `file-not-read`, `file-changed`.
 */
export async function assertKnown(
  workspace: WorkspaceAccess,
  path: string,
  current: FileVersion,
): Promise<void> {
  const known = await workspace.knownVersion(path);
  if (known === current) return;
  const { displayPath } = await workspace.resolve(path);
  if (known === null) {
    throw new ToolError(
      "file-not-read",
      `'${displayPath}' exists and wasn't read in this session, so nothing was changed: read it first, then try again.`,
    );
  }
  throw new ToolError(
    "file-changed",
    `'${displayPath}' was changed by somebody else since it was last read here, so nothing was written over it: read it again, then make the change on what is there now.`,
  );
}
