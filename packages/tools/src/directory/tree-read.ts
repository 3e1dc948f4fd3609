import { type EffectsContext, read, type WorkspaceAccess } from "@toolwright/core";
import type { ReadEffect } from "@toolwright/core/internal";
import type { ResolvedPath } from "@toolwright/core/ports";

/**
 * The effects of looking at everything below a path: inside the workspace without what the policy
 * protects; outside of it, where all is protected, whoever approves the path approves all below.
 */
export async function treeReadEffects(
  path: string,
  context: EffectsContext,
): Promise<readonly ReadEffect[]> {
  const { root } = await context.resolve(path);
  return [read(path, { recursive: true, ...(root !== null && { leavesOutProtected: true }) })];
}

/** Whether a call with these effects may look at a path below `start`, and show it. */
export async function maySee(
  workspace: WorkspaceAccess,
  start: Pick<ResolvedPath, "root">,
  path: string,
): Promise<boolean> {
  return start.root === null || workspace.mayRead(path);
}
