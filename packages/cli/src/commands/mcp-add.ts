import { phrase } from "../language/phrase.ts";
import { resolve } from "node:path";
import { messageOf, recorded } from "@toolwright/core/internal";
import { serverName } from "@toolwright/mcp/configuration";
import { durationMs } from "../arguments/amounts.ts";
import type { ProgramContext } from "../program-context.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { checkEntry, variablesIn } from "../settings/check-entry.ts";
import { editServers, type ServerEntry } from "../settings/edit-servers.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { policyController } from "./policy-controller.ts";
import { projectHint, serverTarget } from "./server-target.ts";

/** `toolwright mcp add`: adds a server to the settings. */
export const mcpAdd: Command = async ({ arguments: parsed, program }) => {
  const [name, ...words] = parsed.positionals;
  if (name === undefined) {
    throw usageError(
      phrase(
        "Name the server: toolwright mcp add NAME -- COMMAND ARGS…, or toolwright mcp add NAME --url URL",
      ),
    );
  }
  checkName(name);
  const entry = entryFrom(words, parsed);
  const { places, servers } = await policyController(parsed, program);
  const { problem, notes } = checkEntry(name, entry, places);
  if (problem !== null) {
    throw usageError(
      phrase("The server '{name}' can't be added: {problem}.", {
        name,
        problem: recorded(problem),
      }),
    );
  }
  const target = serverTarget(parsed, places);
  if (!parsed.has("force")) await checkProgram(name, entry, places.workspace, program);
  await editServers(target, places.stateDirectory, (entries) => {
    if (Object.hasOwn(entries, name) && !parsed.has("force")) {
      throw usageError(
        phrase("{path} already has a server '{name}'. To replace its whole entry: --force", {
          path: target.path,
          name,
        }),
      );
    }
    return new Map([[name, entry]]);
  });
  const elsewhere = servers.found.filter(
    (found) => found.name === name && found.path !== target.path,
  );
  const { stdout, environment, language } = program;
  const rows = [
    phrase("Added the MCP server '{name}' to {path}.", { name, path: target.path }),
    ...notes.map((note) => phrase("Note: {note}.", { note: recorded(note) })),
    ...elsewhere.map(({ path }) =>
      phrase("Note: {path} also has a server '{name}'.", { path, name }),
    ),
    ...unset(entry, environment).map((variable) =>
      phrase("Note: the variable {variable} isn't set. The server needs it.", { variable }),
    ),
    ...literals(entry).map((key) =>
      phrase(
        "Note: the value of {key} is stored in the file as it is. Use {form} to read a variable.",
        {
          key,
          form: "${NAME}",
        },
      ),
    ),
    ...(target.layer === "project" ? [projectHint] : []),
    phrase("The server wasn't started. To try it: toolwright mcp test {name}", { name }),
  ];
  await textOutput(stdout).write(
    linesText(
      rows.map((row) => line(language.say(row))),
      lookFor(stdout, program),
    ),
  );
  return 0;
};

/** Looks for the program without starting it. Errors: CommandError `usage` if it isn't installed. */
async function checkProgram(
  name: string,
  { command, cwd = ".", env = {} }: ServerEntry,
  workspace: string,
  { environment }: ProgramContext,
): Promise<void> {
  // A program named by a variable is known only at its start.
  if (typeof command !== "string" || `${command}${String(cwd)}`.includes("${")) return;
  const { findProgram } = await import("@toolwright/sandbox/internal");
  const variables = { ...environment, ...(env as Record<string, string>) };
  try {
    findProgram(command, resolve(workspace, String(cwd)), variables);
  } catch (thrown) {
    throw usageError(
      phrase("The server '{name}' wasn't added: {reason} To add it all the same: --force", {
        name,
        reason: recorded(messageOf(thrown)),
      }),
    );
  }
}

function checkName(name: string): void {
  const safe = serverName(name);
  if (safe === name) return;
  const instead = safe === null ? "" : phrase(" Use '{name}'.", { name: safe });
  throw usageError(
    phrase(
      "'{name}' isn't a valid server name: use at most 64 letters, digits, '_', '-' and '.'.{instead}",
      { name, instead },
    ),
  );
}

function entryFrom(words: readonly string[], parsed: ParsedArguments): ServerEntry {
  const url = parsed.value("url");
  const [command, ...args] = words;
  if ((url === undefined) === (command === undefined)) {
    throw usageError(
      phrase("Give a command or a URL: toolwright mcp add NAME -- COMMAND ARGS…, or --url URL"),
    );
  }
  const wrong = (url === undefined ? ["header", "sse"] : ["env", "cwd"]).find((flag) =>
    parsed.has(flag),
  );
  if (wrong !== undefined) {
    const flag = `--${wrong}`;
    throw usageError(
      url === undefined
        ? phrase("{flag} needs a server with a URL.", { flag })
        : phrase("{flag} needs a server with a command.", { flag }),
    );
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
        // The text may be a secret, so the message leaves it out.
        throw usageError(phrase("{flag} needs a name and a value: {flag} {form}", { flag, form }));
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

/** Placeholders that aren't variables. */
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
