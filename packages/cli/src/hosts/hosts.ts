import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Phrase } from "@toolwright/core/internal";
import { type Addition, items, value } from "../init/addition.ts";
import { phrase } from "../language/phrase.ts";
import { hostFolders, type Machine } from "./host-folders.ts";
import type { HostName } from "./host-names.ts";
import { neovimSnippet } from "./neovim-snippet.ts";

/** The command by which a host starts a program. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A host's file in which something is added. */
export interface HostFile {
  /** Absolute. */
  readonly file: string;
  readonly additions: readonly Addition[];
}

/** The place of a host's MCP servers. */
export interface HostServers {
  /** Absolute. */
  readonly file: string;
  /** Below a project. */
  readonly projectFile?: string;
  /** The key of the servers by name. */
  readonly key: string;
  /** Our server's entry. */
  readonly entry: (server: StartCommand, workspace: string) => object;
}

/** A program that can use MCP servers, or the agent. */
export interface Host {
  readonly id: HostName;
  readonly title: string;
  /** True if it is on this machine. */
  readonly isHere: boolean;
  readonly servers?: HostServers;
  /** Adds the agent, which the host speaks to by ACP. */
  readonly agent?: (agent: StartCommand) => HostFile;
  /** Turns off the host's own tools for files and commands. */
  readonly ownTools?: HostFile & { readonly note?: Phrase };
  /** Text to put into a file that no program can extend. */
  readonly snippet?: (agent: StartCommand) => string;
  readonly note?: Phrase;
}

const name = "toolwright";
const title = "Toolwright";

/** Hosts replace this by the folder that they work in. */
const folderVariable = "${workspaceFolder}";

/** All hosts that we know. */
export function hostsOn(machine: Machine): readonly Host[] {
  const folders = hostFolders(machine);
  const { environment, home } = machine;
  const isHere = (id: HostName, program: string | null, ...places: readonly string[]): boolean =>
    [folders[id], ...places].some((place) => existsSync(place)) ||
    (program !== null && isOnPath(program, environment["PATH"]));
  const claudeFile = join(environment["CLAUDE_CONFIG_DIR"] || home, ".claude.json");
  const agentsOfJetBrains = join(home, ".jetbrains", "acp.json");
  const zedSettings = join(folders.zed, "settings.json");
  const codexSettings = join(folders.codex, "config.toml");
  const opencodeSettings = firstOf(
    join(folders.opencode, "opencode.jsonc"),
    join(folders.opencode, "opencode.json"),
  );
  return [
    {
      id: "claude-code",
      title: "Claude Code",
      isHere: isHere("claude-code", "claude", claudeFile),
      servers: {
        file: claudeFile,
        projectFile: ".mcp.json",
        key: "mcpServers",
        entry: (server) => ({ type: "stdio", ...server }),
      },
      ownTools: {
        file: join(folders["claude-code"], "settings.json"),
        additions: [
          items(
            ["permissions", "deny"],
            ["Bash", "Edit", "Write", "NotebookEdit", "Read", "Grep", "Glob"],
          ),
        ],
      },
    },
    {
      id: "claude-desktop",
      title: "Claude Desktop",
      isHere: isHere("claude-desktop", null),
      servers: {
        file: join(folders["claude-desktop"], "claude_desktop_config.json"),
        key: "mcpServers",
        entry: inFolder,
      },
      note: phrase("It works in this folder, because Claude Desktop has none of its own."),
    },
    {
      id: "cursor",
      title: "Cursor",
      isHere: isHere("cursor", "cursor"),
      servers: {
        file: join(folders.cursor, "mcp.json"),
        projectFile: join(".cursor", "mcp.json"),
        key: "mcpServers",
        entry: (server) => inFolder(server, folderVariable),
      },
      note: phrase("Its own tools stay: no setting of {host} turns them off.", { host: "Cursor" }),
    },
    {
      id: "vscode",
      title: "Visual Studio Code",
      isHere: isHere("vscode", "code"),
      servers: {
        file: join(folders.vscode, "mcp.json"),
        projectFile: join(".vscode", "mcp.json"),
        key: "servers",
        entry: (server) => ({ type: "stdio", ...inFolder(server, folderVariable) }),
      },
      note: phrase("Turn its own tools off in the chat's tool picker."),
    },
    {
      id: "zed",
      title: "Zed",
      isHere: isHere("zed", "zed"),
      servers: {
        file: zedSettings,
        projectFile: join(".zed", "settings.json"),
        key: "context_servers",
        entry: (server) => ({ ...server, env: {} }),
      },
      agent: (agent) => ({
        file: zedSettings,
        additions: [value(["agent_servers", title], { type: "custom", ...agent, env: {} })],
      }),
      note: phrase("Turn its own tools off in a profile of the agent panel."),
    },
    {
      id: "gemini-cli",
      title: "Gemini CLI",
      isHere: isHere("gemini-cli", "gemini"),
      servers: {
        file: join(folders["gemini-cli"], "settings.json"),
        projectFile: join(".gemini", "settings.json"),
        key: "mcpServers",
        entry: (server) => server,
      },
      ownTools: {
        file: join(folders["gemini-cli"], "policies", "toolwright.toml"),
        additions: [items(["rule"], [geminiRule])],
        note: phrase("If {key} is set in its settings, add this file there.", {
          key: "policyPaths",
        }),
      },
    },
    {
      id: "codex",
      title: "Codex",
      isHere: isHere("codex", "codex"),
      servers: {
        file: codexSettings,
        projectFile: join(".codex", "config.toml"),
        key: "mcp_servers",
        entry: (server) => server,
      },
      ownTools: { file: codexSettings, additions: [value(["features", "shell_tool"], false)] },
    },
    {
      id: "opencode",
      title: "opencode",
      isHere: isHere("opencode", "opencode"),
      servers: {
        file: opencodeSettings,
        projectFile: "opencode.json",
        key: "mcp",
        entry: ({ command, args }) => ({
          type: "local",
          command: [command, ...args],
          enabled: true,
        }),
      },
      ownTools: {
        file: opencodeSettings,
        additions: ["bash", "edit", "read", "grep", "glob", "list"].map((tool) =>
          value(["permission", tool], "deny"),
        ),
      },
    },
    {
      id: "jetbrains",
      title: "JetBrains",
      isHere: isHere("jetbrains", null, agentsOfJetBrains),
      agent: (agent) => ({
        file: agentsOfJetBrains,
        additions: [value(["agent_servers", title], { ...agent, env: {} })],
      }),
    },
    {
      id: "neovim",
      title: "Neovim",
      isHere: isHere("neovim", "nvim"),
      snippet: neovimSnippet,
    },
  ];
}

/** The addition by which `toolwright init` adds its server. */
export function serverAddition(
  { key, entry }: HostServers,
  server: StartCommand,
  workspace: string,
): Addition {
  return value([key, name], entry(server, workspace));
}

/**
 * Denies calls whatever their arguments. A rule without `argsPattern` would also take away tools of MCP servers with
 * such a name.
 */
const geminiRule = {
  toolName: [
    "run_shell_command",
    "write_file",
    "replace",
    "read_file",
    "read_many_files",
    "grep_search",
    "glob",
    "list_directory",
  ],
  argsPattern: ".*",
  decision: "deny",
  priority: 999,
  denyMessage: "Use the tools of the MCP server toolwright.",
};

function inFolder({ command, args }: StartCommand, folder: string): StartCommand {
  return { command, args: [...args, "--workspace", folder] };
}

function firstOf(path: string, otherwise: string): string {
  return existsSync(path) ? path : otherwise;
}

function isOnPath(program: string, path = ""): boolean {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => existsSync(join(folder, program)));
}
