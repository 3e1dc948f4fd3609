import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";

/**
 * A link's target, for display: a path of the workspace, with its kind if this call may read it.
 * For a target outside, only that fact.
 */
export async function describeLink(workspace: WorkspaceAccess, path: string): Promise<string> {
  const resolved = await unlessRefused(() => workspace.resolve(path));
  if (resolved === "path-outside-workspace") return "outside the workspace";
  if (typeof resolved === "string") return "nowhere";
  const target = await unlessRefused(() => workspace.resolve(resolved.realPath));
  if (typeof target === "string") return "nowhere";
  const shown = shownName(target.displayPath);
  if (!(await workspace.mayRead(target.path))) return `${shown} (protected)`;
  const stat = await unlessRefused(() => workspace.stat(target.path));
  if (typeof stat === "string") return shown;
  return stat === null ? `${shown} (missing)` : `${shown} (${stat.kind})`;
}

/** The result of `look`, or the code of the ToolError that it throws. */
async function unlessRefused<Found>(
  look: () => Found | PromiseLike<Found>,
): Promise<Found | ToolError["code"]> {
  try {
    return await look();
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code === "cancelled") throw thrown;
    return thrown.code;
  }
}
