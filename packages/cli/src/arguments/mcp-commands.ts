import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

const json = { summary: "machine output: JSON on standard output" };
const project = { summary: "in the project's own settings, not in yours" };

/** Commands that manage MCP servers. */
export const mcpCommands: readonly CommandSpec[] = [
  {
    name: "mcp add",
    summary: "name one more MCP server in your settings",
    usage: [
      "mcp add NAME [--env K=V …] [--cwd DIR] [--project] -- COMMAND ARGS…",
      "mcp add NAME --url URL [--header 'K: V' …] [--sse] [--project]",
    ],
    flags: {
      ...globalFlags,
      env: { value: "K=V", summary: "a variable for the command; once for each" },
      cwd: { value: "DIR", summary: "where the command runs (default: the workspace)" },
      url: { value: "URL", summary: "of a server that is reached over HTTP" },
      header: { value: "'K: V'", summary: "a header sent to the URL; once for each" },
      sse: { summary: "the URL speaks the older SSE only" },
      timeout: { value: "TIME", summary: "of one request: 30s, 5m (default: 60s)" },
      project,
      force: { summary: "replace the server of that name; name a program that isn't there" },
    },
    notes: [
      "Nothing is started: toolwright mcp test NAME tries it. A program that isn't there is not added.",
      "${NAME} in a value is read from the environment when the server starts, so that no secret has to stand in the file.",
    ],
    load: async () => (await import("../commands/mcp-add.ts")).mcpAdd,
  },
  {
    name: "mcp remove",
    summary: "take an MCP server out of your settings",
    usage: ["mcp remove NAME [--project]"],
    flags: { ...globalFlags, project },
    load: async () => (await import("../commands/mcp-remove.ts")).mcpRemove,
  },
  {
    name: "mcp list",
    summary: "the MCP servers of all settings, and which ones count; starts none",
    usage: ["mcp list [--json]"],
    flags: { ...globalFlags, json },
    load: async () => (await import("../commands/mcp-list.ts")).mcpList,
  },
  {
    name: "mcp test",
    summary: "connect to an MCP server, or all: their tools, and what is wrong with them",
    usage: ["mcp test [NAME] [--timeout 30s] [--accept] [--json]"],
    flags: {
      ...globalFlags,
      timeout: { value: "TIME", summary: "how long each may take to start (default: 60s)" },
      accept: { summary: "take definitions that have changed as they are now" },
      json,
    },
    notes: ["Exit status: 0; 1 when a server isn't ready, or a definition has changed."],
    load: async () => (await import("../commands/mcp-test.ts")).mcpTest,
  },
  {
    name: "mcp login",
    summary: "log in to an MCP server with OAuth; shows where to go, and opens nothing",
    usage: ["mcp login NAME [--scope S …] [--timeout 5m]"],
    flags: {
      ...globalFlags,
      scope: { value: "S", summary: "ask for more than the server names; once for each" },
      timeout: { value: "TIME", summary: "how long the browser may take (default: 5m)" },
    },
    notes: [
      "Tokens are kept in the state directory, for you alone, and go to this server's address alone.",
      "Exit status: 0 logged in, 1 not.",
    ],
    load: async () => (await import("../commands/mcp-login.ts")).mcpLogin,
  },
  {
    name: "mcp logout",
    summary: "forget the login to an MCP server",
    usage: ["mcp logout NAME"],
    flags: globalFlags,
    load: async () => (await import("../commands/mcp-logout.ts")).mcpLogout,
  },
  {
    name: "mcp import",
    summary: "take over the MCP servers of other hosts; nothing is trusted by it",
    usage: ["mcp import [FILE|HOST] [--dry-run] [--force] [--project] [--json]"],
    flags: {
      ...globalFlags,
      "dry-run": { summary: "only tell what it would do" },
      force: { summary: "replace servers of the same name" },
      project,
      json,
    },
    notes: [
      "Hosts: claude-code, claude-desktop, vscode, cursor, gemini-cli; without one, all of them.",
      "Files of the workspace are read only when they are named. What a host calls unasked asks here.",
      "Exit status: 0; 1 when a server had to be left out.",
    ],
    load: async () => (await import("../commands/mcp-import.ts")).mcpImport,
  },
];
