import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";

/**
 * Where a link leads, as to be shown: a path of the workspace, with its kind where this call may
 * look; for a link that leads outside no more than that.
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

/** What `look` gives, or the code of the ToolError that it ends in. */
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
