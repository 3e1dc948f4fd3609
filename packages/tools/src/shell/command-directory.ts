import { ToolError } from "@toolwright/core";
import type { ResolvedPath } from "@toolwright/core/ports";

/** The real path of the directory to run in. Errors: `path-outside-workspace`. */
export function commandDirectory(asked: string, { realPath, root }: ResolvedPath): string {
  if (root !== null) return realPath;
  throw new ToolError(
    "path-outside-workspace",
    `'${asked}' is outside the workspace, but commands must run inside it. Set cwd to a directory of the workspace.`,
  );
}
