import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { verbatim } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { line, span, wrapLines } from "../../text/styled-line.ts";
import type { CommandContext, TerminalCommand } from "../screen/commands.ts";
import { definitionLines } from "../transcript/definition-lines.ts";
import { tableRows } from "../transcript/table-rows.ts";
import { conversationText } from "./conversation-text.ts";
import { firstLine } from "./row-blocks.ts";
import { rewind } from "./rewind.ts";

/** The commands about the agent, in the order of /help. */
export const agentCommands: readonly TerminalCommand[] = [
  {
    name: "model",
    summary: phrase("show the models, or continue with another one: /model VENDOR/ID"),
    argument: "none",
    run: model,
  },
  {
    name: "agents",
    summary: phrase("list the agents that tasks can be given to"),
    argument: "none",
    needsAgent: true,
    run: agents,
  },
  {
    name: "new",
    summary: phrase("begin a new conversation; the old one can be resumed"),
    argument: "none",
    needsAgent: true,
    run: startAnew,
  },
  {
    name: "rewind",
    summary: phrase("go back to a turn, after showing what changes: /rewind N"),
    argument: "none",
    needsAgent: true,
    run: rewind,
  },
  {
    name: "resume",
    summary: phrase("list the stored conversations, or continue one: /resume ID (or last)"),
    argument: "none",
    run: resume,
  },
  {
    name: "compact",
    summary: phrase("make the conversation shorter; what to keep can follow"),
    argument: "none",
    needsAgent: true,
    run: compact,
  },
  {
    name: "cost",
    summary: phrase("show the tokens and what they cost"),
    argument: "none",
    needsAgent: true,
    run: cost,
  },
  {
    name: "export",
    summary: phrase("write the conversation to a new Markdown file: /export FILE"),
    argument: "none",
    needsAgent: true,
    run: exportConversation,
  },
];

async function model(argument: string, context: CommandContext): Promise<void> {
  const { desk, agent, display, print, warn } = context;
  if (argument === "") {
    const known = (agent?.models ?? []).map(({ id }) => id);
    const names = [...new Set([...(desk.model === null ? [] : [desk.model]), ...known])];
    const rows = names.map((name) => [
      span(name === desk.model ? `${display.look.glyphs.prompt} ` : "  ", "accent"),
      span(name),
    ]);
    const hint = phrase("To change it: /model VENDOR/ID, as in {example}", {
      example: "/model anthropic/claude-sonnet-5",
    });
    print([...rows, line(span(display.look.language.say(hint), "dim"))]);
    return;
  }
  if (desk.isWorking) {
    warn(phrase("The agent is working. Interrupt it first: Esc."));
    return;
  }
  await desk.use(argument);
  print([
    line(display.look.language.say(phrase("The model is {model} now.", { model: argument }))),
  ]);
}

async function agents(_argument: string, { agent, display, print }: CommandContext): Promise<void> {
  const all = (await agent?.agents()) ?? [];
  const { translate } = display.look.language;
  const rows = all.map(
    ({ name, description }) => [[span(name, "accent")], translate(description)] as const,
  );
  print(definitionLines(rows, display.width));
}

async function startAnew(_argument: string, context: CommandContext): Promise<void> {
  const { desk, display, print, warn } = context;
  if (desk.isWorking) {
    warn(phrase("The agent is working. Interrupt it first: Esc."));
    return;
  }
  await desk.startAnew();
  print([
    line(display.look.language.say(phrase("The agent knows nothing of what was said above."))),
  ]);
}

/** Enough of an id to tell it from others: `session-` and eight digits. */
const shownIdLength = 16;

async function resume(argument: string, context: CommandContext): Promise<void> {
  const { desk, agent, display, print, warn, showHistory } = context;
  const { say, translate } = display.look.language;
  if (argument !== "") {
    if (desk.isWorking) warn(phrase("The agent is working. Interrupt it first: Esc."));
    else showHistory(await desk.resume(argument));
    return;
  }
  const all = (await agent?.conversations()) ?? [];
  if (all.length === 0) {
    print([line(say(phrase("This folder has no stored conversation.")))]);
    return;
  }
  const rows = all.map(({ id, updatedAtMs, status, turns, title }) => [
    span(id.slice(0, shownIdLength), "accent"),
    span(new Date(updatedAtMs).toISOString().slice(0, 16).replace("T", " "), "dim"),
    span(translate(status), "dim"),
    span(String(turns), "dim"),
    span(title),
  ]);
  print([
    ...tableRows(rows, display.width, display.look.glyphs.ellipsis),
    line(span(say(phrase("To continue one: /resume ID, or /resume last")), "dim")),
  ]);
}

async function compact(
  argument: string,
  { desk, display, print, warn }: CommandContext,
): Promise<void> {
  const { say } = display.look.language;
  if (desk.isWorking) {
    warn(phrase("The agent is working. Interrupt it first: Esc."));
    return;
  }
  print([line(span(say(phrase("Making the conversation shorter")), "dim"))]);
  const done = await desk.compact(argument);
  const said =
    done === null
      ? phrase("There is nothing to leave out yet.")
      : phrase("The conversation was shortened: {before} → {after} tokens.", {
          before: done.tokensBefore,
          after: done.tokensAfter,
        });
  print([line(say(said))]);
}

function cost(_argument: string, { usage, display, print }: CommandContext): void {
  const { say } = display.look.language;
  const { inputTokens, cachedInputTokens, outputTokens, contextTokens, costUsd } = usage;
  const facts = [
    [phrase("input"), phrase("{count} tokens", { count: inputTokens })],
    [phrase("of it cached"), phrase("{count} tokens", { count: cachedInputTokens })],
    [phrase("output"), phrase("{count} tokens", { count: outputTokens })],
    [phrase("context"), phrase("{count} tokens", { count: contextTokens })],
    [
      phrase("cost"),
      costUsd === null
        ? phrase("unknown: the settings have no price for this model (models)")
        : verbatim(`$${costUsd.toFixed(4)}`),
    ],
  ] as const;
  const rows = facts.map(([name, value]) => [[span(say(name), "accent")], say(value)] as const);
  print(definitionLines(rows, display.width));
}

async function exportConversation(argument: string, context: CommandContext): Promise<void> {
  const { desk, session, display, print } = context;
  const { say } = display.look.language;
  const day = new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, "-");
  const path = resolve(session.workspace.cwd, argument || `conversation-${day}.md`);
  // A file that is there isn't replaced.
  writeFileSync(path, conversationText(await desk.messages()), { flag: "wx", mode: 0o600 });
  const said = say(phrase("The conversation was written to {path}.", { path }));
  print(wrapLines([line(firstLine(said))], display.width));
}
