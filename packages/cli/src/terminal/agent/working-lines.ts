import { type Phrase, verbatim } from "@toolwright/core/internal";
import stringWidth from "string-width";
import { counted, phrase } from "../../language/phrase.ts";
import {
  cutLine,
  indented,
  type Line,
  line,
  span,
  textLines,
  wrapLines,
} from "../../text/styled-line.ts";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import { type CallView, isParent } from "../transcript/call-view.ts";
import { formatElapsed } from "../transcript/duration.ts";
import { runningLines, type RunningOptions } from "../transcript/running-lines.ts";
import type { AgentView, ChildView, RunView } from "./agent-view.ts";
import { taskBelow } from "./row-blocks.ts";

export interface WorkingOptions extends RunningOptions {
  /** The session of the agent itself. */
  readonly mainId: string;
  /** The call that the open question shows, which isn't repeated. */
  readonly asked: Pick<CallView, "sessionId" | "callId"> | undefined;
}

const maxReasoningRows = 3;
/** The end of the reasoning that can be on so many rows. */
const shownReasoning = 2_000;

/** Running calls as a tree with their sub-agents, or what the model is doing. */
export function workingLines(view: AgentView, options: WorkingOptions): Line[] {
  const { mainId, asked } = options;
  const isAsked = (call: CallView): boolean =>
    call.callId === asked?.callId && call.sessionId === asked.sessionId;
  const own = topCalls(view, mainId);
  const rows = own
    .filter((call) => !isAsked(call))
    .flatMap((call) => callTree(call, view, options));
  const { run } = view;
  if (run === null || own.length > 0) return rows;
  return [...reasoningLines(run, options), modelLine(run, options)];
}

/** A session's running calls that no other running call has made. */
function topCalls({ calls }: AgentView, sessionId: string): readonly CallView[] {
  const own = calls.filter((call) => call.sessionId === sessionId);
  return own.filter((call) => !own.some((other) => isParent(other, call)));
}

function callTree(call: CallView, view: AgentView, options: WorkingOptions): Line[] {
  const children = view.children.filter(
    ({ callId, parentId }) => callId === call.callId && parentId === call.sessionId,
  );
  const inner = view.calls.filter((each) => isParent(call, each));
  const maxOutputRows = children.length + call.callCount > 0 ? 0 : options.maxOutputRows;
  const inside = { ...options, width: options.width - 2 };
  return [
    ...runningLines(call, { ...options, maxOutputRows }),
    ...barred(
      inner.flatMap((each) => callTree({ ...each, agent: "main" }, view, inside)),
      options,
    ),
    ...children.flatMap((child) => childTree(child, call.title, view, options)),
  ];
}

/** A sub-agent that works, and its running calls below it. */
function childTree(
  child: ChildView,
  title: string,
  view: AgentView,
  options: WorkingOptions,
): Line[] {
  const { width } = options;
  const inside = { ...options, width: width - 4, maxOutputRows: 0 };
  const calls = topCalls(view, child.sessionId);
  const rows = calls.flatMap((call) => callTree({ ...call, agent: "main" }, view, inside));
  return barred(
    [childHead(child, title, { ...options, width: width - 2 }), ...indented(rows, 2)],
    options,
  );
}

function barred(rows: readonly Line[], { look }: RunningOptions): Line[] {
  const bar = span(`${look.glyphs.bar} `, "dim");
  return rows.map((row) => [bar, ...row]);
}

function childHead(
  child: ChildView,
  above: string,
  { look, width, nowMs, frame }: RunningOptions,
): Line {
  const { glyphs, language } = look;
  const { report } = child;
  const count = counted("{count} call", "{count} calls", { count: child.callCount });
  const elapsed = formatElapsed(report?.durationMs ?? nowMs - child.startedAtMs);
  const facts = `  ${language.say(count)}, ${elapsed}`;
  const sign =
    report === null
      ? span(`${glyphs.spinner[frame % glyphs.spinner.length] ?? ""} `, "accent")
      : span(`${report.success ? glyphs.done : glyphs.failed} `, report.success ? "good" : "bad");
  const title = line(span(child.name, "strong"), taskBelow(above, child.task));
  const room = Math.max(4, width - 2 - stringWidth(facts));
  return [sign, ...cutLine(title, room, glyphs.ellipsis), span(facts, "dim")];
}

function reasoningLines({ reasoning }: RunView, options: RunningOptions): Line[] {
  const { width } = options;
  const text = stripTerminalSequences(reasoning.slice(-shownReasoning)).trim();
  if (text === "") return [];
  const rows = wrapLines(textLines(text, "dim"), width - 2, { atWords: true });
  return barred(rows.slice(-maxReasoningRows), options);
}

function modelLine(run: RunView, { look, width, nowMs, frame }: RunningOptions): Line {
  const { glyphs, language } = look;
  const elapsed = formatElapsed(nowMs - run.startedAtMs);
  return cutLine(
    line(
      span(`${glyphs.spinner[frame % glyphs.spinner.length] ?? ""} `, "accent"),
      language.say(doing(run, nowMs)),
      span(`  ${elapsed}`, "dim"),
      span(`  ${language.say(phrase("Esc interrupts"))}`, "dim"),
    ),
    width,
    glyphs.ellipsis,
  );
}

function doing({ text, reasoning, incoming, retry }: RunView, nowMs: number): Phrase {
  if (retry !== null) {
    const seconds = Math.max(0, Math.ceil((retry.atMs - nowMs) / 1000));
    return phrase("Trying again in {seconds} s", { seconds });
  }
  if (incoming !== null) {
    const size = verbatim(`${(incoming.length / 1000).toFixed(1)} kB`);
    return phrase("Writing a call of {tool}, {size}", { tool: incoming.tool, size });
  }
  if (text !== "") return phrase("Answering");
  return reasoning === "" ? phrase("Waiting for the model") : phrase("Thinking");
}
