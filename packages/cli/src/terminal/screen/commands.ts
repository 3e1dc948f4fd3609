import { phrase } from "../../language/phrase.ts";
import { type Mode, modes } from "@toolwright/core";
import { messageOf, nearestNames, type Phrase, type Language } from "@toolwright/core/internal";
import type { RevertTarget } from "@toolwright/workspace/undo";
import { explanationLines } from "../../commands/explanation-lines.ts";
import { sessionGrants } from "../../commands/session-grants.ts";
import { entryLines } from "../../commands/journal-lines.ts";
import type { Message } from "@toolwright/agent";
import type { Job } from "@toolwright/core/ports";
import { attachCommand } from "../attach/attach-command.ts";
import { labelsCommand } from "../labels-command.ts";
import { agentCommands } from "../agent/agent-commands.ts";
import type { AgentDesk } from "../agent/agent-desk.ts";
import type { UsageView } from "../agent/agent-view.ts";
import { serverLines } from "./server-lines.ts";
import type { TerminalOptions } from "../terminal-options.ts";
import type { CommandSignature } from "../prompt/completion.ts";
import { parseCall } from "../prompt/parse-line.ts";
import type { ToolSignature } from "../../input/tool-signature.ts";
import { cutLine, type Line, line, wrapLines } from "../../text/styled-line.ts";
import { type DisplayOptions } from "../transcript/display-lines.ts";
import type { EndedCall } from "../transcript/call-view.ts";
import { messageLines, outcomeLines } from "../transcript/outcome-lines.ts";
import { describedTool, generalHelp, modeLines, toolLines } from "./help-lines.ts";

/** The parts of interactive mode that commands use. */
export interface CommandContext
  extends Pick<
    TerminalOptions,
    | "session"
    | "undo"
    | "journal"
    | "refreshTools"
    | "agent"
    | "servers"
    | "terminals"
    | "clearLabel"
  > {
  readonly desk: AgentDesk;
  readonly usage: UsageView;
  readonly tools: readonly ToolSignature[];
  readonly display: Omit<DisplayOptions, "isWhole">;
  readonly lastCall: EndedCall | null;
  readonly print: (rows: readonly Line[]) => void;
  readonly warn: (message: Phrase) => void;
  readonly clear: () => void;
  readonly quit: () => void;
  /** Changes the mode as far as the settings allow, and tells the model. */
  readonly setMode: (mode: Mode) => Promise<void>;
  /** Puts a text into the prompt. */
  readonly setLine: (text: string) => void;
  /** Shows a program's own terminal; null on a screen that can't. */
  readonly attach: ((job: Job) => Promise<void>) | null;
  /** Shows the end of a conversation. */
  readonly showHistory: (messages: readonly Message[]) => void;
}

export interface TerminalCommand extends Omit<CommandSignature, "summary"> {
  readonly summary: Phrase;
  /** Whether there is nothing to do without an agent. */
  readonly needsAgent?: boolean;
  run(argument: string, context: CommandContext): void | Promise<void>;
}

/** Runs the command of that name, if there is one. Its failure becomes a warning. */
export async function runTerminalCommand(
  { name, argument }: { readonly name: string; readonly argument: string },
  context: CommandContext,
): Promise<void> {
  const command = terminalCommands.find((candidate) => candidate.name === name);
  try {
    await command?.run(argument, context);
  } catch (thrown) {
    const facts = { command: `/${name}`, reason: messageOf(thrown) };
    context.warn(phrase("{command} failed: {reason}", facts));
  }
}

/** The commands, in the order of /help. */
const terminalCommands: readonly TerminalCommand[] = [
  {
    name: "help",
    summary: phrase("show this help, or a tool's arguments: /help TOOL"),
    argument: "tool",
    run: help,
  },
  {
    name: "tools",
    summary: phrase(
      "list the tools of this session; /tools refresh runs the discovery command again",
    ),
    argument: "none",
    run: tools,
  },
  {
    name: "explain",
    summary: phrase("show what a call would do and its decision, without running it"),
    argument: "call",
    run: explain,
  },
  {
    name: "mode",
    summary: phrase("show or change the mode: /mode NAME"),
    argument: "mode",
    run: setMode,
  },
  {
    name: "grants",
    summary: phrase("list the grants of this session; /grants end ID (or all) ends them"),
    argument: "none",
    run: grants,
  },
  ...agentCommands,
  attachCommand,
  labelsCommand,
  {
    name: "mcp",
    summary: phrase("list the MCP servers of this session and their states"),
    argument: "none",
    run: mcp,
  },
  {
    name: "show",
    summary: phrase("show the last result at the length that the model gets"),
    argument: "none",
    run: show,
  },
  {
    name: "journal",
    summary: phrase("list what was done in this folder, with the ids for /undo: /journal [N]"),
    argument: "none",
    run: journal,
  },
  {
    name: "undo",
    summary: phrase("undo the last change, or one entry of the journal: /undo ID [--force]"),
    argument: "none",
    run: (argument, context) => revert("undo", argument, context),
  },
  {
    name: "redo",
    summary: phrase("redo what the last undo changed, or undo entry ID: /redo ID [--force]"),
    argument: "none",
    run: (argument, context) => revert("redo", argument, context),
  },
  {
    name: "clear",
    summary: phrase("clear the screen"),
    argument: "none",
    run: (_argument, { clear }) => clear(),
  },
  { name: "exit", summary: phrase("quit"), argument: "none", run: (_argument, { quit }) => quit() },
  { name: "quit", summary: phrase("quit"), argument: "none", run: (_argument, { quit }) => quit() },
];

/** The commands as completions and help show them. */
export function commandsIn({ say }: Language, hasAgent: boolean): readonly CommandSignature[] {
  return listed(hasAgent).map((command) => ({ ...command, summary: say(command.summary) }));
}

function listed(hasAgent: boolean): readonly TerminalCommand[] {
  return terminalCommands.filter(({ needsAgent }) => hasAgent || needsAgent !== true);
}

function help(argument: string, context: CommandContext): void {
  const { session, tools, display, print, warn, desk } = context;
  if (argument === "") {
    const { width, look } = display;
    const hasAgent = desk.model !== null;
    const commands = listed(hasAgent);
    print(generalHelp(commands, { width, language: look.language, hasAgent }));
    return;
  }
  const tool = tools.find(({ name }) => name === argument);
  const registered = session.tools.find(({ name }) => name === argument);
  if (tool === undefined || registered === undefined) {
    warn(unknownTool(argument, tools));
    return;
  }
  print(describedTool(registered, session, display));
}

async function tools(argument: string, context: CommandContext): Promise<void> {
  const { session, tools: signatures, refreshTools, display, print, warn } = context;
  const { language } = display.look;
  if (argument === "") {
    print(toolLines(signatures, display.width, language));
    return;
  }
  if (argument !== "refresh" || refreshTools === undefined) {
    warn(phrase("Type /tools, or /tools refresh to run the discovery command again."));
    return;
  }
  const names = (): ReadonlySet<string> => new Set(session.tools.map(({ name }) => name));
  const before = names();
  await refreshTools();
  const after = names();
  const added = [...after].filter((name) => !before.has(name)).map((name) => `+ ${name}`);
  const removed = [...before].filter((name) => !after.has(name)).map((name) => `- ${name}`);
  const rows = [...added, ...removed].map((row) => line(row));
  print(
    rows.length === 0 ? [line(language.say(phrase("The names of the tools are the same.")))] : rows,
  );
}

async function explain(
  argument: string,
  { session, tools, display, print, warn }: CommandContext,
): Promise<void> {
  const name = /^\S*/.exec(argument)?.[0] ?? "";
  if (name === "") {
    warn(phrase("Name a call: /explain TOOL key=value …"));
    return;
  }
  const tool = tools.find((signature) => signature.name === name.replace(/^\//, ""));
  if (tool === undefined) {
    warn(unknownTool(name, tools));
    return;
  }
  const call = parseCall(tool.name, argument.slice(name.length).trim(), tool);
  if (call.type === "problem") warn(call.message);
  if (call.type !== "call") return;
  const explanation = await session.explain({ name: call.tool, input: call.input });
  print(
    wrapLines(explanationLines(explanation, session, display.look.language), display.width, {
      indent: 8,
      atWords: true,
    }),
  );
}

async function setMode(argument: string, context: CommandContext): Promise<void> {
  const { session, display, print, warn } = context;
  const mode = modes.find((known): known is Mode => known === argument);
  if (mode !== undefined) await context.setMode(mode);
  else if (argument !== "") {
    warn(
      phrase("There is no mode '{mode}'. Modes: {modes}.", {
        mode: argument,
        modes: modes.join(", "),
      }),
    );
    return;
  }
  print(modeLines(session.policy.mode, display));
}

async function revert(
  kind: "undo" | "redo",
  argument: string,
  { undo, session, display, print, warn }: CommandContext,
): Promise<void> {
  const [, id, force] = /^(?:#?(\d{1,15}))?\s*(--force)?$/.exec(argument) ?? [null];
  if (undo === undefined || id === null) {
    warn(
      phrase("Type {command}, or {command} ID for one journal entry; --force can follow.", {
        command: `/${kind}`,
      }),
    );
    return;
  }
  const target: RevertTarget =
    id === undefined ? { type: "last" } : { type: "entry", entry: Number(id) };
  const result = await undo[kind](target, { force: force !== undefined });
  const { revertLines } = await import("../../commands/revert-lines.ts");
  const rows = revertLines(result, {
    kind,
    roots: session.workspace.roots,
    language: display.look.language,
  });
  print(wrapLines(rows, display.width, { indent: 4, atWords: true }));
}

function show(_argument: string, { lastCall, display, print, warn }: CommandContext): void {
  if (lastCall === null) warn(phrase("There is no result yet: call a tool first."));
  else {
    const kept = lastCall.outcome.metadata["storedOutput"];
    const path = typeof kept === "string" ? kept : null;
    print([
      ...outcomeLines(lastCall, { ...display, isWhole: true }),
      ...(path === null
        ? []
        : messageLines(
            display.look.language.say(
              phrase(
                "This output was shortened. The whole is stored: use read_file or search_text with the path {path}",
                { path },
              ),
            ),
            "dim",
            display.width,
          )),
    ]);
  }
}

const defaultEntries = 20;
/** In fewer columns a row of the journal is wrapped instead of cut. */
const narrow = 60;

async function journal(argument: string, context: CommandContext): Promise<void> {
  const { journal: store, session, display, print, warn } = context;
  if (store === undefined || !/^\d{0,4}$/.test(argument)) {
    warn(phrase("Type /journal, or /journal N for N entries."));
    return;
  }
  const entries = await store.entries({ limit: Number(argument) || defaultEntries });
  const rows = entryLines(entries, session.workspace.roots, display.look.language);
  print(
    entries.length === 0
      ? [line(display.look.language.say(phrase("The journal of this folder is empty.")))]
      : display.width < narrow
        ? rows
        : rows.map((row) => cutLine(row, display.width, display.look.glyphs.ellipsis)),
  );
}

async function grants(
  argument: string,
  { session, display, print }: CommandContext,
): Promise<void> {
  const { language } = display.look;
  const said = await sessionGrants(session, argument);
  const rows = said.map((row) => line(language.say(row)));
  print(wrapLines(rows, display.width, { indent: 2, atWords: true }));
}

function mcp(_argument: string, { servers, display, print }: CommandContext): void {
  print(serverLines(servers?.() ?? [], display));
}

function unknownTool(name: string, tools: readonly ToolSignature[]): Phrase {
  const near = nearestNames(
    name,
    tools.map((tool) => tool.name),
  );
  return near.length > 0
    ? phrase("There is no tool '{name}'. Did you mean {near}?", { name, near })
    : phrase("There is no tool '{name}'. To list them: /tools", { name });
}
