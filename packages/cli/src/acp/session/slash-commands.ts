import type { AvailableCommand, ContentBlock } from "@agentclientprotocol/sdk";
import type { Language } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import type { Toolwright } from "@toolwright/runtime";
import type { RevertTarget } from "@toolwright/workspace/undo";
import { revertLines } from "../../commands/revert-lines.ts";
import { entryLines } from "../../commands/journal-lines.ts";
import { sessionGrants } from "../../commands/session-grants.ts";
import { phrase } from "../../language/phrase.ts";
import { serverLines } from "../../terminal/screen/server-lines.ts";
import { themeFor } from "../../text/theme.ts";
import { fenced, linesOf } from "../updates/tool-call-content.ts";

/** The parts of a session that commands use. */
export interface CommandedSession {
  readonly toolwright: Toolwright;
  readonly language: Language;
  readonly mode: string;
  readonly model: string;
  /** What the session has used so far, as a sentence. */
  readonly cost: Phrase;
  /** The turn of the latest prompt to the model. */
  readonly turn: number;
  /** Errors: RequestError for an unknown or forbidden one. */
  setMode(mode: string): Promise<void>;
  setModel(model: string): Promise<void>;
  /** Makes the conversation shorter; returns what came of it. */
  compact(hint: string, signal: AbortSignal): Promise<Phrase>;
}

interface SlashCommand {
  readonly name: string;
  readonly summary: Phrase;
  readonly hint?: Phrase;
  /** Returns Markdown for the person. */
  run(argument: string, session: CommandedSession, signal: AbortSignal): Promise<string>;
}

/** What a prompt can begin with. They are answered here, and the model doesn't see them. */
const slashCommands: readonly SlashCommand[] = [
  {
    name: "undo",
    summary: phrase("undo the last change, all of the last prompt, or one entry of the journal"),
    hint: phrase("[prompt | ID] [--force]"),
    run: (argument, session) => revert("undo", argument, session),
  },
  {
    name: "redo",
    summary: phrase("redo what the last undo changed, or undo entry ID: /redo ID [--force]"),
    hint: phrase("[ID] [--force]"),
    run: (argument, session) => revert("redo", argument, session),
  },
  {
    name: "journal",
    summary: phrase("list what was done in this folder, with the ids for /undo: /journal [N]"),
    hint: phrase("[N]"),
    run: journal,
  },
  {
    name: "grants",
    summary: phrase("list the grants of this session; /grants end ID (or all) ends them"),
    hint: phrase("[end ID | end all]"),
    async run(argument, { toolwright, language }) {
      const said = await sessionGrants(toolwright.session, argument);
      return fenced(said.map((each) => language.say(each)).join("\n"));
    },
  },
  {
    name: "mcp",
    summary: phrase("list the MCP servers of this session and their states"),
    async run(_argument, { toolwright, language }) {
      const look = themeFor({}, language);
      const { servers } = toolwright.tools.thirdParty;
      return fenced(linesOf(serverLines(servers, { look, width: Number.POSITIVE_INFINITY })));
    },
  },
  {
    name: "mode",
    summary: phrase("show or change the mode: /mode NAME"),
    hint: phrase("[NAME]"),
    async run(argument, session) {
      if (argument !== "") await session.setMode(argument);
      return session.language.say(phrase("The mode is {mode}.", { mode: session.mode }));
    },
  },
  {
    name: "model",
    summary: phrase("show or change the model: /model NAME"),
    hint: phrase("[NAME]"),
    async run(argument, session) {
      if (argument !== "") await session.setModel(argument);
      return session.language.say(phrase("The model is {model}.", { model: session.model }));
    },
  },
  {
    name: "compact",
    summary: phrase("make the conversation shorter: /compact [what to keep]"),
    hint: phrase("[what to keep]"),
    run: async (hint, session, signal) => session.language.say(await session.compact(hint, signal)),
  },
  {
    name: "cost",
    summary: phrase("show how many tokens this session has used"),
    run: async (_argument, { language, cost }) => language.say(cost),
  },
];

export function availableCommands({ say }: Language): AvailableCommand[] {
  return slashCommands.map(({ name, summary, hint }) => ({
    name,
    description: say(summary),
    ...(hint !== undefined && { input: { hint: say(hint) } }),
  }));
}

/** The command that a prompt is; null for a prompt to the model, also one that begins with a path. */
export function commandIn(
  blocks: readonly ContentBlock[],
): { readonly command: SlashCommand; readonly argument: string } | null {
  const [first, ...others] = blocks;
  if (first?.type !== "text" || others.length > 0) return null;
  const [, name, argument = ""] = /^\s*\/([a-z]+)(?:\s+([^\n]*))?\s*$/.exec(first.text) ?? [];
  const command = slashCommands.find((candidate) => candidate.name === name);
  return command === undefined ? null : { command, argument: argument.trim() };
}

async function revert(
  kind: "undo" | "redo",
  argument: string,
  { toolwright, language, turn }: CommandedSession,
): Promise<string> {
  const [, what, force] = /^(?:#?(\d{1,15}|prompt))?\s*(--force)?$/.exec(argument) ?? [null];
  if (what === null || (kind === "redo" && what === "prompt")) {
    return language.say(
      phrase("Type {command}, or {command} ID for one journal entry; --force can follow.", {
        command: `/${kind}`,
      }),
    );
  }
  const { session } = toolwright;
  const result = await toolwright[kind](targetOf(what, { turn, sessionId: session.id }), {
    force: force !== undefined,
  });
  const { roots } = session.workspace;
  const rows = revertLines(result, { kind, roots, language });
  return fenced(linesOf(rows));
}

function targetOf(
  what: string | undefined,
  place: { readonly turn: number; readonly sessionId: string },
): RevertTarget {
  if (what === undefined) return { type: "last" };
  return what === "prompt" ? { type: "turn", ...place } : { type: "entry", entry: Number(what) };
}

const defaultEntries = 20;

async function journal(
  argument: string,
  { toolwright, language }: CommandedSession,
): Promise<string> {
  if (!/^\d{0,4}$/.test(argument)) {
    return language.say(phrase("Type /journal, or /journal N for N entries."));
  }
  const limit = Number(argument) || defaultEntries;
  const entries = await toolwright.journal.entries({ limit });
  if (entries.length === 0) return language.say(phrase("The journal of this folder is empty."));
  return fenced(linesOf(entryLines(entries, toolwright.session.workspace.roots, language)));
}
