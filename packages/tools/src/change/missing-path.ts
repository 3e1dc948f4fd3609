import { ToolError, type WorkspaceAccess } from "@toolwright/core";

/** The failure for a missing path, with similar names if the policy lets the call see them. */
export async function missingPath(workspace: WorkspaceAccess, path: string): Promise<ToolError> {
  const { displayPath } = await workspace.resolve(path);
  const plain = new ToolError("file-not-found", `'${displayPath}' does not exist.`);
  if (!(await workspace.mayRead(path))) return plain;
  try {
    // Listing a missing path fails, and that failure suggests similar names.
    await workspace.list(path);
    return plain;
  } catch (thrown) {
    const isMissing = ToolError.isInstance(thrown) && thrown.code === "file-not-found";
    if (isMissing) return thrown;
    throw thrown;
  }
}
