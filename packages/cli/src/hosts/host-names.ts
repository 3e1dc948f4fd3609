/** The programs whose files we read and extend. */
export const hostNames = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "zed",
  "gemini-cli",
  "codex",
  "opencode",
] as const;

/** Programs that only take an agent. */
export const editorNames = ["jetbrains", "neovim"] as const;

export type HostName = (typeof hostNames | typeof editorNames)[number];
