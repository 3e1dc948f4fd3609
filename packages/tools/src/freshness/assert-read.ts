import { type FileVersion, ToolError, type WorkspaceAccess } from "@toolwright/core";

/** What a session knows of a file: what is there now, an earlier version, or nothing. */
export type Knowledge = "current" | "earlier";

/**
 * Makes sure that this session has read a file before it changes it.
 *
 * Errors: `file-not-read`.
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
  throw new ToolError(
    "file-not-read",
    `'${displayPath}' exists and wasn't read in this session, so nothing was changed: read it first, then try again.`,
  );
}
