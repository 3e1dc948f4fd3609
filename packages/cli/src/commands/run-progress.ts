import type { AgentEvent, AgentResult } from "@toolwright/agent";
import type { Outcome } from "@toolwright/core";
import { type Phrase, verbatim } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import { briefLimits, type DisplayOptions } from "../terminal/transcript/display-lines.ts";
import { formatDuration } from "../terminal/transcript/duration.ts";
import { bodyLines, messageLines, statusLine } from "../terminal/transcript/outcome-lines.ts";
import { indented, type Line, line, span, textLines } from "../text/styled-line.ts";
import type { Theme } from "../text/theme.ts";
import { newsPhrase } from "./news-phrase.ts";

/** How much of a result is shown. */
const limits = {
  ...briefLimits,
  text: { headLines: 8, tailLines: 0 },
  output: { headLines: 2, tailLines: 8 },
  diffRows: 40,
  hint: phrase("toolwright journal has all"),
};

/** A call that takes this long tells its duration. */
const longMs = 2_000;

type CallEnd = Extract<AgentEvent, { readonly type: "invocation-end" }>;
type ChildEnd = Extract<AgentEvent, { readonly type: "agent-end" }>;

interface RunProgressOptions extends Pick<DisplayOptions, "look" | "width"> {
  /** The words that the command that undoes the run needs besides its turn, with a space before them. */
  readonly undoFlags?: string;
}

/** What a person is told of a run, event by event. A text of the model comes before the calls that it announces. */
export class RunProgress {
  readonly #look: Theme;
  readonly #width: number;
  readonly #undoFlags: string;
  readonly #startedAtMs = performance.now();
  /** The text of each agent's current answer, until a call follows it. */
  readonly #texts = new Map<string, string>();
  /** What the calls that run do. */
  readonly #summaries = new Map<string, string>();
  /** The call whose line was printed last. */
  #lastCallId = "";
  #turn = 1;
  #steps = 0;
  #calls = 0;
  #refused = 0;
  readonly #changedPaths = new Set<string>();

  constructor({ look, width, undoFlags = "" }: RunProgressOptions) {
    this.#look = look;
    this.#width = width;
    this.#undoFlags = undoFlags;
  }

  linesFor(event: AgentEvent): readonly Line[] {
    const { agent, sessionId } = event;
    const lines = this.#said(event);
    // The main agent's lines need no name.
    if (!sessionId.includes("/")) return lines;
    return lines.map((row) => [span(`[${agent}] `, "dim"), ...row]);
  }

  /** How the run ended, what it took, and how to undo it. */
  endLines(result: AgentResult): readonly Line[] {
    const { say, translate } = this.#look.language;
    const { status, reason = "" } = result;
    const command = `toolwright undo --turn ${this.#turn}${this.#undoFlags}`;
    const undo = say(phrase("To undo the changes: {command}", { command }));
    const facts = this.#facts(result).map(say).join(` ${this.#look.glyphs.dot} `);
    return [
      ...(status === "done"
        ? []
        : messageLines(`${translate(status)}: ${reason}`, "bad", this.#width)),
      ...messageLines(facts, "dim", this.#width),
      ...(this.#changedPaths.size === 0 ? [] : [line(span(undo, "dim"))]),
    ];
  }

  #facts({ usage, costUsd }: AgentResult): readonly Phrase[] {
    const { inputTokens: input, cachedInputTokens: cached, outputTokens: output } = usage;
    const tokens = phrase("{input} tokens in ({cached} cached), {output} out", {
      input,
      cached,
      output,
    });
    const changes = { count: this.#changedPaths.size };
    return [
      verbatim(formatDuration(performance.now() - this.#startedAtMs)),
      counted("{count} step", "{count} steps", { count: this.#steps }),
      counted("{count} call", "{count} calls", { count: this.#calls }),
      ...(this.#refused === 0 ? [] : [phrase("{count} refused", { count: this.#refused })]),
      ...(changes.count === 0
        ? []
        : [counted("{count} file changed", "{count} files changed", changes)]),
      ...(input + output === 0 ? [] : [tokens]),
      ...(costUsd === undefined ? [] : [verbatim(`$${costUsd.toFixed(4)}`)]),
    ];
  }

  #said(event: AgentEvent): readonly Line[] {
    const { sessionId } = event;
    switch (event.type) {
      case "session-start":
        this.#turn = event.turn;
        return [];
      case "step-start":
        this.#steps += 1;
        this.#texts.delete(sessionId);
        return [];
      case "text-delta":
        this.#texts.set(sessionId, (this.#texts.get(sessionId) ?? "") + event.text);
        return [];
      case "invocation-prepared":
        this.#summaries.set(event.callId, event.summary);
        return [...this.#announcement(sessionId), this.#callLine(event.callId)];
      case "invocation-end":
        return this.#ended(event);
      case "agent-end":
        return this.#childEnded(event);
      case "retry":
        this.#texts.delete(sessionId);
        return messageLines(this.#look.language.say(newsPhrase(event)), "warning", this.#width);
      case "budget-warning":
      case "hook":
      case "instructions-read":
      case "compaction":
        return messageLines(this.#look.language.say(newsPhrase(event)), "dim", this.#width);
      default:
        return [];
    }
  }

  /** The model's text before its first call. */
  #announcement(sessionId: string): readonly Line[] {
    const text = (this.#texts.get(sessionId) ?? "").trim();
    this.#texts.delete(sessionId);
    return text === "" ? [] : textLines(text);
  }

  #callLine(callId: string): Line {
    this.#lastCallId = callId;
    const sign = span(`${this.#look.glyphs.prompt} `, "accent");
    return line(sign, span(this.#summaries.get(callId) ?? "", "strong"));
  }

  #ended({ callId, sessionId, outcome }: CallEnd): readonly Line[] {
    this.#count(outcome);
    const isAnnounced = this.#summaries.has(callId);
    // A call that fails early has no summary.
    if (!isAnnounced) this.#summaries.set(callId, outcome.tool);
    const body = this.#body(outcome);
    // The line of another call may have come between.
    const isHeadless = body.length > 0 && this.#lastCallId !== callId;
    const head = isHeadless ? [...this.#announcement(sessionId), this.#callLine(callId)] : [];
    this.#summaries.delete(callId);
    return [...head, ...indented(body, 2)];
  }

  #body(outcome: Outcome): readonly Line[] {
    const width = Math.max(10, this.#width - 2);
    const options = { look: this.#look, width, isWhole: false, limits };
    const isPlain = outcome.status === "ok" && outcome.durationMs < longMs;
    return [...(isPlain ? [] : [statusLine(outcome, this.#look)]), ...bodyLines(outcome, options)];
  }

  #count({ status, effects }: Outcome): void {
    this.#calls += 1;
    if (status === "refused") this.#refused += 1;
    if (status !== "ok") return;
    for (const effect of effects) {
      if (effect.type === "write" || effect.type === "delete") this.#changedPaths.add(effect.path);
    }
  }

  #childEnded({ child, report: { success, summary, errors } }: ChildEnd): readonly Line[] {
    const said = success ? summary : errors.join("; ") || summary;
    const name = span(`${child}: `, success ? "good" : "bad");
    const [first = [], ...rest] = textLines(said.trim());
    return indented([[name, ...first], ...rest], 2);
  }
}
