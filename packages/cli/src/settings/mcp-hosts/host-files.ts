import { join } from "node:path";

export const hostNames = [
  "claude-code",
  "claude-desktop",
  "vscode",
  "cursor",
  "gemini-cli",
] as const;

export type HostName = (typeof hostNames)[number];

/** A host's file with servers. */
export interface HostFile {
  readonly host: HostName;
  /** Absolute. */
  readonly path: string;
  /** False for a file in the workspace, which anybody may have written. */
  readonly isOwn: boolean;
}

/** The files in which known hosts keep servers, on Linux or macOS, whether they exist or not. */
export function hostFiles(
  { home, workspace }: { readonly home: string; readonly workspace: string },
  platform: NodeJS.Platform = process.platform,
): readonly HostFile[] {
  const applications =
    platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".config");
  const own = (host: HostName, path: string): HostFile => ({ host, path, isOwn: true });
  const theirs = (host: HostName, ...names: readonly string[]): HostFile => ({
    host,
    path: join(workspace, ...names),
    isOwn: false,
  });
  return [
    own("claude-code", join(home, ".claude.json")),
    own("claude-desktop", join(applications, "Claude", "claude_desktop_config.json")),
    own("vscode", join(applications, "Code", "User", "mcp.json")),
    own("cursor", join(home, ".cursor", "mcp.json")),
    own("gemini-cli", join(home, ".gemini", "settings.json")),
    theirs("claude-code", ".mcp.json"),
    theirs("vscode", ".vscode", "mcp.json"),
    theirs("cursor", ".cursor", "mcp.json"),
    theirs("gemini-cli", ".gemini", "settings.json"),
  ];
}
