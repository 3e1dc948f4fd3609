import { hostNames } from "../hosts/host-names.ts";
import { phrase } from "../language/phrase.ts";
import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";
import { json } from "./shared-flags.ts";

const project = { summary: phrase("use the project's own settings, not yours") };

/** The commands that manage MCP servers. */
export const mcpCommands: readonly CommandSpec[] = [
  {
    name: "mcp add",
    summary: phrase("add an MCP server to your settings"),
    usage: [
      "mcp add NAME [--env K=V …] [--cwd DIR] [--project] -- COMMAND ARGS…",
      "mcp add NAME --url URL [--header 'K: V' …] [--sse] [--project]",
    ],
    flags: {
      ...globalFlags,
      env: { value: "K=V", summary: phrase("a variable for the command; can be repeated") },
      cwd: { value: "DIR", summary: phrase("where the command runs (default: the workspace)") },
      url: { value: "URL", summary: phrase("the address of a server that uses HTTP") },
      header: { value: "'K: V'", summary: phrase("a header to send to the URL; can be repeated") },
      sse: { summary: phrase("the URL supports only the older SSE") },
      timeout: {
        value: "TIME",
        summary: phrase("the time limit of one request: 30s, 5m (default: 60s)"),
      },
      project,
      force: {
        summary: phrase("replace a server of that name; add a program that isn't installed"),
      },
    },
    notes: [
      phrase(
        "Nothing is started: use toolwright mcp test NAME to try it. A program that isn't installed is not added.",
      ),
      phrase(
        "{variable} in a value is read from the environment when the server starts, so the file needs no secrets.",
        { variable: "${NAME}" },
      ),
    ],
    load: async () => (await import("../commands/mcp-add.ts")).mcpAdd,
  },
  {
    name: "mcp remove",
    summary: phrase("remove an MCP server from your settings"),
    usage: ["mcp remove NAME [--project]"],
    flags: { ...globalFlags, project },
    load: async () => (await import("../commands/mcp-remove.ts")).mcpRemove,
  },
  {
    name: "mcp list",
    summary: phrase("list the MCP servers in all settings, and which ones are used; starts none"),
    usage: ["mcp list [--json]"],
    flags: { ...globalFlags, json },
    load: async () => (await import("../commands/mcp-list.ts")).mcpList,
  },
  {
    name: "mcp test",
    summary: phrase("connect to one MCP server or all, and show their tools and problems"),
    usage: ["mcp test [NAME] [--timeout 30s] [--accept] [--json]"],
    flags: {
      ...globalFlags,
      timeout: {
        value: "TIME",
        summary: phrase("the time limit for each server to start (default: 60s)"),
      },
      accept: { summary: phrase("accept changed tool definitions as they are now") },
      json,
    },
    notes: [phrase("Exit status: 0; 1 if a server isn't ready, or a definition has changed.")],
    load: async () => (await import("../commands/mcp-test.ts")).mcpTest,
  },
  {
    name: "mcp login",
    summary: phrase("log in to an MCP server with OAuth; prints the address to open"),
    usage: ["mcp login NAME [--scope S …] [--timeout 5m]"],
    flags: {
      ...globalFlags,
      scope: {
        value: "S",
        summary: phrase("request a scope that the server doesn't name; can be repeated"),
      },
      timeout: { value: "TIME", summary: phrase("how long to wait for the browser (default: 5m)") },
    },
    notes: [
      phrase(
        "Tokens are stored in the state directory, readable by you only, and are sent only to this server's address.",
      ),
      phrase("Exit status: 0 logged in, 1 not logged in."),
    ],
    load: async () => (await import("../commands/mcp-login.ts")).mcpLogin,
  },
  {
    name: "mcp logout",
    summary: phrase("log out of an MCP server"),
    usage: ["mcp logout NAME"],
    flags: globalFlags,
    load: async () => (await import("../commands/mcp-logout.ts")).mcpLogout,
  },
  {
    name: "mcp import",
    summary: phrase("import the MCP servers of other hosts; none of them becomes trusted"),
    usage: ["mcp import [FILE|HOST] [--dry-run] [--force] [--project] [--json]"],
    flags: {
      ...globalFlags,
      "dry-run": { summary: phrase("only show what would happen") },
      force: { summary: phrase("replace servers of the same name") },
      project,
      json,
    },
    notes: [
      phrase("Hosts: {hosts}. Default: all that are on this machine.", {
        hosts: hostNames.join(", "),
      }),
      phrase(
        "Files in the workspace are read only if you name them. Tools that a host calls without approval need approval here.",
      ),
      phrase("Exit status: 0; 1 if a server had to be left out."),
    ],
    load: async () => (await import("../commands/mcp-import.ts")).mcpImport,
  },
];
