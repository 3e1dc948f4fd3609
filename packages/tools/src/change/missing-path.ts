import { ToolError, type WorkspaceAccess } from "@toolwright/core";

/** The failure for a path where nothing is, with near names where the workspace may tell them. */
export async function missingPath(workspace: WorkspaceAccess, path: string): Promise<ToolError> {
  const { displayPath } = await workspace.resolve(path);
  const plain = new ToolError("file-not-found", `'${displayPath}' does not exist.`);
  if (!(await workspace.mayRead(path))) return plain;
  try {
    // Nothing can be listed there: it is the failure that knows the near names.
    await workspace.list(path);
    return plain;
  } catch (thrown) {
    const isMissing = ToolError.isInstance(thrown) && thrown.code === "file-not-found";
    if (isMissing) return thrown;
    throw thrown;
  }
}
