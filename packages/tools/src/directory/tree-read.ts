import { type EffectsContext, read, type WorkspaceAccess } from "@toolwright/core";
import type { ReadEffect } from "@toolwright/core/internal";
import type { ResolvedPath } from "@toolwright/core/ports";

/**
 * The effects of reading everything below a path. Inside the workspace this excludes protected paths.
 * Outside, where everything is protected, approval of the path covers everything below it.
 */
export async function treeReadEffects(
  path: string,
  context: Pick<EffectsContext, "resolve">,
): Promise<readonly ReadEffect[]> {
  const { root } = await context.resolve(path);
  return [read(path, { recursive: true, ...(root !== null && { leavesOutProtected: true }) })];
}

/** Whether a call with these effects may read and show a path below `start`. */
export async function maySee(
  workspace: WorkspaceAccess,
  start: Pick<ResolvedPath, "root">,
  path: string,
): Promise<boolean> {
  return start.root === null || workspace.mayRead(path);
}
