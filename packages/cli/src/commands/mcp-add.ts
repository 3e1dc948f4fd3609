import { resolve } from "node:path";
import { messageOf } from "@toolwright/core/internal";
import { serverName } from "@toolwright/mcp/configuration";
import { durationMs } from "../arguments/amounts.ts";
import type { ProgramContext } from "../program-context.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { checkEntry, variablesIn } from "../settings/check-entry.ts";
import { editServers, type ServerEntry } from "../settings/edit-servers.ts";
import { type Line, line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { policyController } from "./policy-controller.ts";
import { projectHint, serverTarget } from "./server-target.ts";

/** `toolwright mcp add`: one more server in the settings. */
export const mcpAdd: Command = async ({ arguments: parsed, program }) => {
  const [name, ...words] = parsed.positionals;
  if (name === undefined) {
    throw usageError(
      "Name the server: toolwright mcp add NAME -- COMMAND ARGS…, or toolwright mcp add NAME --url URL",
    );
  }
  checkName(name);
  const entry = entryFrom(words, parsed);
  const { places, servers } = await policyController(parsed, program);
  const { problem, notes } = checkEntry(name, entry, places);
  if (problem !== null) throw usageError(`The server '${name}' can't be added: ${problem}.`);
  const target = serverTarget(parsed, places);
  if (!parsed.has("force")) await checkProgram(name, entry, places.workspace, program);
  await editServers(target, places.stateDirectory, (entries) => {
    if (Object.hasOwn(entries, name) && !parsed.has("force")) {
      throw usageError(
        `${target.path} has a server '${name}' already. To replace it, with all that stands there: --force`,
      );
    }
    return new Map([[name, entry]]);
  });
  const elsewhere = servers.found.filter(
    (found) => found.name === name && found.path !== target.path,
  );
  const { stdout, environment } = program;
  const rows: readonly Line[] = [
    line(`Added the MCP server '${name}' to ${target.path}.`),
    ...notes.map((note) => line(`Note: ${note}.`)),
    ...elsewhere.map(({ path }) => line(`Note: ${path} names a server '${name}', too.`)),
    ...unset(entry, environment).map((variable) =>
      line(`Note: the variable ${variable} isn't set; without it the server isn't used.`),
    ),
    ...literals(entry).map((key) =>
      line(`Note: the value of ${key} stands in the file as it is. \${NAME} reads a variable.`),
    ),
    ...(target.layer === "project" ? [line(projectHint)] : []),
    line(`It hasn't been started yet. To try it: toolwright mcp test ${name}`),
  ];
  await textOutput(stdout).write(linesText(rows, lookFor(stdout, environment)));
  return 0;
};

/** Nothing is started: that is `mcp test`'s. Errors: CommandError `usage` for a program that isn't there. */
async function checkProgram(
  name: string,
  { command, cwd = ".", env = {} }: ServerEntry,
  workspace: string,
  { environment }: ProgramContext,
): Promise<void> {
  // A program that is named by a variable is known only when it is started.
  if (typeof command !== "string" || `${command}${String(cwd)}`.includes("${")) return;
  const { findProgram } = await import("@toolwright/sandbox/internal");
  const variables = { ...environment, ...(env as Record<string, string>) };
  try {
    findProgram(command, resolve(workspace, String(cwd)), variables);
  } catch (thrown) {
    throw usageError(
      `The server '${name}' isn't added: ${messageOf(thrown)} To add it all the same: --force`,
    );
  }
}

function checkName(name: string): void {
  const safe = serverName(name);
  if (safe === name) return;
  const instead = safe === null ? "" : ` As '${safe}' it would do.`;
  throw usageError(
    `'${name}' is no name of a server: 64 letters, digits, '_', '-' and '.' at most.${instead}`,
  );
}

function entryFrom(words: readonly string[], parsed: ParsedArguments): ServerEntry {
  const url = parsed.value("url");
  const [command, ...args] = words;
  if ((url === undefined) === (command === undefined)) {
    throw usageError(
      "A server has a command or a URL: toolwright mcp add NAME -- COMMAND ARGS…, or --url URL",
    );
  }
  const wrong = (url === undefined ? ["header", "sse"] : ["env", "cwd"]).find((flag) =>
    parsed.has(flag),
  );
  if (wrong !== undefined) {
    throw usageError(`--${wrong} is for a server with a ${url === undefined ? "URL" : "command"}.`);
  }
  const timeout = parsed.value("timeout");
  const cwd = parsed.value("cwd");
  const env = pairs("--env", parsed.values("env"), "=");
  const headers = pairs("--header", parsed.values("header"), ":");
  return {
    ...(url === undefined
      ? { command, ...(args.length > 0 && { args }) }
      : { type: parsed.has("sse") ? "sse" : "http", url }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(cwd !== undefined && { cwd }),
    ...(timeout !== undefined && { timeoutMs: durationMs("--timeout", timeout) }),
  };
}

function pairs(
  flag: string,
  given: readonly string[],
  mark: "=" | ":",
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf(mark);
      if (at < 1) {
        const form = mark === "=" ? "NAME=VALUE" : "'NAME: VALUE'";
        // The whole may be a secret.
        throw usageError(`${flag} needs a name and a value: ${flag} ${form}`);
      }
      const value = text.slice(at + 1);
      return [text.slice(0, at).trim(), mark === ":" ? value.trim() : value];
    }),
  );
}

function unset(
  entry: ServerEntry,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const text = JSON.stringify(entry);
  return variablesIn(entry).filter(
    (name) => environment[name] === undefined && !text.includes(`${name}:-`) && !places.has(name),
  );
}

/** Placeholders that no variable stands behind. */
const places: ReadonlySet<string> = new Set([
  "workspaceFolder",
  "workspaceRoot",
  "userHome",
  "HOME",
]);

function literals({ env = {}, headers = {} }: ServerEntry): readonly string[] {
  return [env, headers].flatMap((table) =>
    Object.entries(table as Record<string, string>)
      .filter(([, value]) => value.length >= 8 && !value.includes("${"))
      .map(([key]) => key),
  );
}
