import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { type Addition, items, value } from "./addition.ts";

/** How a host starts the MCP server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where things are on this machine, absolute. */
export interface Machine {
  readonly home: string;
  /** The folder for a host that doesn't tell the server the one it works in. */
  readonly workspace: string;
  /** Where applications keep settings: `~/.config`, or `~/Library/Application Support` on macOS. */
  readonly applications: string;
  /** As `XDG_CONFIG_HOME`. */
  readonly config: string;
  /** As `CLAUDE_CONFIG_DIR`; null: not set. */
  readonly claudeHome: string | null;
  /** As `CODEX_HOME`. */
  readonly codexHome: string;
  /** As `PATH`. */
  readonly path: string;
}

/** Takes away the host's own tools for files and commands. */
export interface OwnTools {
  readonly file: string;
  readonly additions: readonly Addition[];
}

/** A program that can use MCP servers. */
export interface Host {
  readonly id: string;
  readonly title: string;
  readonly isHere: boolean;
  /** The file with its servers. */
  readonly file: string;
  readonly additions: (server: ServerCommand) => readonly Addition[];
  /** Null: it has none, or no setting takes them away. */
  readonly ownTools: OwnTools | null;
  /** What a person has to know beside the change. */
  readonly note?: Phrase;
}

const name = "toolwright";

/** Hosts replace this by the folder that they work in. */
const folderVariable = "${workspaceFolder}";

/** All hosts that `toolwright init` knows. */
export function hostsOn(machine: Machine): readonly Host[] {
  const { home, applications, config, codexHome, workspace } = machine;
  const claudeFile = join(machine.claudeHome ?? home, ".claude.json");
  const claudeFolder = machine.claudeHome ?? join(home, ".claude");
  const geminiSettings = join(home, ".gemini", "settings.json");
  const codexSettings = join(codexHome, "config.toml");
  const opencodeSettings = firstOf(
    join(config, "opencode", "opencode.jsonc"),
    join(config, "opencode", "opencode.json"),
  );
  return [
    {
      id: "claude-code",
      title: "Claude Code",
      isHere: isHere(machine, "claude", claudeFile, claudeFolder),
      file: claudeFile,
      additions: (server) => [value(["mcpServers", name], { type: "stdio", ...server })],
      ownTools: {
        file: join(claudeFolder, "settings.json"),
        additions: [items(["permissions", "deny"], ["Bash", "Edit", "Write", "Read"])],
      },
    },
    {
      id: "claude-desktop",
      title: "Claude Desktop",
      isHere: isHere(machine, null, join(applications, "Claude")),
      file: join(applications, "Claude", "claude_desktop_config.json"),
      additions: (server) => [value(["mcpServers", name], inFolder(server, workspace))],
      ownTools: null,
      note: phrase("It works in {folder}: Claude Desktop has no folder of its own.", {
        folder: workspace,
      }),
    },
    {
      id: "cursor",
      title: "Cursor",
      isHere: isHere(machine, "cursor", join(home, ".cursor")),
      file: join(home, ".cursor", "mcp.json"),
      additions: (server) => [value(["mcpServers", name], inFolder(server, folderVariable))],
      ownTools: null,
      note: phrase("Its own tools stay: no setting of {host} turns them off.", { host: "Cursor" }),
    },
    {
      id: "vscode",
      title: "Visual Studio Code",
      isHere: isHere(machine, "code", join(applications, "Code", "User")),
      file: join(applications, "Code", "User", "mcp.json"),
      additions: (server) => [
        value(["servers", name], { type: "stdio", ...inFolder(server, folderVariable) }),
      ],
      ownTools: null,
      note: phrase("Turn its own tools off in the chat's tool picker."),
    },
    {
      id: "zed",
      title: "Zed",
      isHere: isHere(machine, "zed", join(config, "zed")),
      file: join(config, "zed", "settings.json"),
      additions: (server) => [value(["context_servers", name], { ...server, env: {} })],
      ownTools: null,
      note: phrase("Turn its own tools off in a profile of the agent panel."),
    },
    {
      id: "gemini-cli",
      title: "Gemini CLI",
      isHere: isHere(machine, "gemini", join(home, ".gemini")),
      file: geminiSettings,
      additions: (server) => [value(["mcpServers", name], server)],
      ownTools: {
        file: geminiSettings,
        additions: [
          items(["tools", "exclude"], ["run_shell_command", "write_file", "replace", "read_file"]),
        ],
      },
    },
    {
      id: "codex",
      title: "Codex",
      isHere: isHere(machine, "codex", codexHome),
      file: codexSettings,
      additions: (server) => [value(["mcp_servers", name], server)],
      ownTools: {
        file: codexSettings,
        additions: [value(["features", "shell_tool"], false)],
      },
    },
    {
      id: "opencode",
      title: "opencode",
      isHere: isHere(machine, "opencode", join(config, "opencode")),
      file: opencodeSettings,
      additions: ({ command, args }) => [
        value(["mcp", name], { type: "local", command: [command, ...args], enabled: true }),
      ],
      ownTools: {
        file: opencodeSettings,
        additions: ["bash", "edit", "read"].map((tool) => value(["permission", tool], "deny")),
      },
    },
  ];
}

function inFolder({ command, args }: ServerCommand, folder: string): ServerCommand {
  return { command, args: [...args, "--workspace", folder] };
}

function firstOf(path: string, otherwise: string): string {
  return existsSync(path) ? path : otherwise;
}

function isHere({ path }: Machine, program: string | null, ...places: readonly string[]): boolean {
  if (places.some((place) => existsSync(place))) return true;
  const folders = program === null ? [] : path.split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => existsSync(join(folder, program ?? "")));
}
