import { join } from "node:path";

/**
 * What commands would be most likely to plant. A command that creates one is refused it at once, so that a
 * person can be asked before; all else that is protected is only taken back at its end.
 */
const neverCreated = [
  ".git/hooks",
  ".git/config",
  ".git/info/attributes",
  ".toolwright",
  ".mcp.json",
  ".claude",
  ".cursor",
  ".envrc",
  ".githooks",
  ".husky",
  ".idea",
  ".vscode",
] as const;

/** Paths in a root that a sandbox keeps from being created. */
export function neverCreatedIn(root: string): readonly string[] {
  return neverCreated.map((name) => join(root, name));
}
