import { join } from "node:path";
import type { HostName } from "./host-names.ts";

/** The places of files on this machine. */
export interface Machine {
  /** Absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** The folder in which each host keeps a person's settings, on Linux or macOS. */
export function hostFolders({
  home,
  environment,
  platform = process.platform,
}: Machine): Readonly<Record<HostName, string>> {
  const isMac = platform === "darwin";
  const plainConfig = join(home, ".config");
  const config = environment["XDG_CONFIG_HOME"] || plainConfig;
  const applications = isMac ? join(home, "Library", "Application Support") : config;
  const portableCode = environment["VSCODE_PORTABLE"];
  const code = portableCode
    ? join(portableCode, "user-data")
    : join(environment["VSCODE_APPDATA"] || applications, "Code");
  return {
    "claude-code": environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"),
    "claude-desktop": join(applications, "Claude"),
    cursor: join(home, ".cursor"),
    vscode: join(code, "User"),
    zed: join(isMac ? plainConfig : environment["FLATPAK_XDG_CONFIG_HOME"] || config, "zed"),
    "gemini-cli": join(environment["GEMINI_CLI_HOME"] || home, ".gemini"),
    codex: environment["CODEX_HOME"] || join(home, ".codex"),
    opencode: join(config, "opencode"),
    jetbrains: join(applications, "JetBrains"),
    neovim: join(config, "nvim"),
  };
}
