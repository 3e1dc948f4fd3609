import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * What runs something by itself when it is found in a folder: not to be changed by a command, and not
 * to be created either.
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

/** The same, where it exists: too rare for a look-out of its own. */
const notChanged = [
  ".codex",
  ".continue",
  ".devcontainer",
  ".devcontainer.json",
  ".exrc",
  ".gdbinit",
  ".gemini",
  ".kiro",
  ".lldbinit",
  ".nvim.lua",
  ".opencode",
  ".pre-commit-config.yaml",
  ".windsurf",
  ".yarn/plugins",
  ".yarn/releases",
  ".zed",
  "lefthook.yml",
  "opencode.json",
] as const;

/** Paths in a root that a sandbox keeps as they are. */
export function protectedPathsIn(root: string): readonly string[] {
  const existing = notChanged
    .map((name) => join(root, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  return [...neverCreated.map((name) => join(root, name)), ...existing];
}
