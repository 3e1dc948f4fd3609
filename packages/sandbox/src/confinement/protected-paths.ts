import { join } from "node:path";

/**
 * The likeliest targets of a malicious command. Creating one is refused at once, so that a person can approve
 * it first; changes to other protected files are only reverted afterwards.
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

/** The paths in a root that a sandbox prevents from being created. */
export function neverCreatedIn(root: string): readonly string[] {
  return neverCreated.map((name) => join(root, name));
}
