import { type Phrase, verbatim } from "@toolwright/core/internal";
import { newsPhrase } from "../../commands/news-phrase.ts";
import { counted, phrase } from "../../language/phrase.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import { indented, type Line, line, span, wrapLines } from "../../text/styled-line.ts";
import type { Theme } from "../../text/theme.ts";
import type { Block } from "../transcript/block.ts";
import {
  briefLimits,
  type DisplayLimits,
  type DisplayOptions,
} from "../transcript/display-lines.ts";
import { formatDuration } from "../transcript/duration.ts";
import { messageLines, outcomeLines } from "../transcript/outcome-lines.ts";
import type { EndedCall } from "../transcript/call-view.ts";
import { sentLines } from "../transcript/sent-lines.ts";
import type { AgentRow, ChildView } from "./agent-view.ts";
import { markdownBlock, type MarkdownOptions } from "./markdown-block.ts";

/** Calls of a call that are shown below it. */
const shownInner = 8;

/** A finished row of an agent's work. */
export function rowBlock(row: AgentRow, options: MarkdownOptions): Block {
  const { look } = options;
  if (row.type === "text") return markdownBlock(row.text, options);
  return { render: (width) => drawnRows(rowLines(row, look, width), width, look) };
}

/** Rows that stand close together have no blank row between them. */
export function isCompact({ type }: AgentRow): boolean {
  return type === "call" || type === "reasoning";
}

/** The same, as lines: for everything but a text. */
export function rowLines(
  row: Exclude<AgentRow, { readonly type: "text" }>,
  look: Theme,
  width: number,
  limits: DisplayLimits = briefLimits,
): Line[] {
  const { dot } = look.glyphs;
  const { say } = look.language;
  switch (row.type) {
    case "call": {
      const options = { look, width, isWhole: false, limits };
      const children = row.children.flatMap((child) =>
        childLines(child, row.call.view.title, look, width - 2),
      );
      return [...callLines(row.call, options, limits), ...indented(children, 2)];
    }
    case "reasoning": {
      const duration = verbatim(formatDuration(row.durationMs));
      const said = say(phrase("Thought for {duration}. Ctrl-O opens it.", { duration }));
      return wrapLines([line(span(`${dot} ${said}`, "dim"))], width, { indent: 2, atWords: true });
    }
    case "said":
      return sentLines(row.text, look, width);
    case "news": {
      const style = row.event.type === "retry" ? "warning" : "dim";
      return messageLines(say(newsPhrase(row.event)), style, width);
    }
    case "end":
      return endLines(row, look, width);
  }
}

/** A call that has ended, and below it the latest of those that it made. */
export function callLines(
  call: EndedCall,
  options: DisplayOptions,
  limits: DisplayLimits = briefLimits,
): Line[] {
  const { width, look } = options;
  const { say } = look.language;
  const shown = call.inner.slice(-shownInner);
  const count = call.view.callCount - shown.length;
  const hidden = phrase("{rest} ({hint})", {
    rest: counted("{count} earlier call", "{count} earlier calls", { count }),
    hint: limits.hint,
  });
  const more = count > 0 ? [line(span(`${look.glyphs.ellipsis} ${say(hidden)}`, "dim"))] : [];
  const inside = { ...options, width: width - 2, limits };
  const rows = [...more, ...shown.flatMap((inner) => callLines(inner, inside, limits))];
  return [...outcomeLines(call, options), ...indented(rows, 2)];
}

/** A sub-agent that has ended: its name, task, calls and report. */
function childLines(
  { name, task, callCount, report }: ChildView,
  title: string,
  look: Theme,
  width: number,
): Line[] {
  const { glyphs, language } = look;
  const isDone = report?.success === true;
  const sign = isDone ? span(`${glyphs.done} `, "good") : span(`${glyphs.failed} `, "bad");
  const calls = counted("{count} call", "{count} calls", { count: callCount });
  const facts = [
    language.say(calls),
    ...(report === null ? [] : [formatDuration(report.durationMs)]),
  ];
  const head = line(
    sign,
    span(name, "strong"),
    taskBelow(title, task),
    span(`  ${facts.join(", ")}`, "dim"),
  );
  const said = report === null ? [] : [line(span(firstLine(report.summary), "dim"))];
  return wrapLines([head, ...indented(said, 2)], width, { indent: 2, atWords: true });
}

/** A sub-agent's task, unless the title of its call has it. */
export function taskBelow(title: string, task: string): string {
  const first = firstLine(task);
  return title.includes(first) ? "" : `: ${first}`;
}

export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

function endLines(
  { end, durationMs, changedCount }: Extract<AgentRow, { readonly type: "end" }>,
  look: Theme,
  width: number,
): Line[] {
  const { say } = look.language;
  const changes = counted("{count} file changed", "{count} files changed", { count: changedCount });
  const facts: Phrase[] = [
    verbatim(formatDuration(durationMs)),
    ...(changedCount === 0 ? [] : [changes, phrase("/rewind goes back")]),
  ];
  const foot = line(span(facts.map(say).join(` ${look.glyphs.dot} `), "dim"));
  return [...whyEnded(end, look, width), ...wrapLines([foot], width, { atWords: true })];
}

/** Nothing for a run that is done. The person knows why a run was interrupted. */
function whyEnded(
  { status, reason = "" }: Extract<AgentRow, { readonly type: "end" }>["end"],
  look: Theme,
  width: number,
): Line[] {
  const { say } = look.language;
  switch (status) {
    case "done":
      return [];
    case "cancelled":
      return messageLines(say(phrase("Interrupted")), "warning", width);
    case "refused":
      return messageLines(
        say(phrase("Stopped by a refusal: {reason}", { reason })),
        "warning",
        width,
      );
    case "failed":
      return messageLines(say(phrase("Failed: {reason}", { reason })), "bad", width);
  }
}
