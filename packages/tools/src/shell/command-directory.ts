import { ToolError } from "@toolwright/core";
import type { ResolvedPath } from "@toolwright/core/ports";

/** The real path of the directory to run in. Errors: `path-outside-workspace`. */
export function commandDirectory(asked: string, { realPath, root }: ResolvedPath): string {
  if (root !== null) return realPath;
  throw new ToolError(
    "path-outside-workspace",
    `'${asked}' is outside the workspace, and commands run inside it. Name a directory of the workspace as cwd.`,
  );
}
