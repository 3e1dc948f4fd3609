import { type Phrase, verbatim } from "@toolwright/core/internal";
import { counted, phrase } from "../../language/phrase.ts";
import type { Theme } from "../../text/theme.ts";
import { cutLine, type Line, line, lineWidth, span } from "../../text/styled-line.ts";
import type { UsageView } from "../agent/agent-view.ts";
import { formatDuration } from "../transcript/duration.ts";
import type { AgentState, ScreenState } from "./screen-state.ts";

export interface StatusFacts {
  readonly workspaceName: string;
  readonly toolCount: number;
  readonly nowMs: number;
}

/** The folder, the mode, the model and what it has used, and hints. What has no room is left out from the end. */
export function statusLine(
  state: ScreenState,
  { workspaceName, toolCount, nowMs }: StatusFacts,
  { look, width }: { readonly look: Theme; readonly width: number },
): Line {
  const { agent, mode, programs, view } = state;
  const { dot, ellipsis } = look.glyphs;
  const modeFact = phrase("{mode} mode", { mode });
  const attach = programs.length === 1 ? `/attach ${programs[0]}` : "/attach";
  const running = counted("{count} program runs: {attach}", "{count} programs run: {attach}", {
    count: programs.length,
    attach,
  });
  const programFacts = programs.length === 0 ? [] : [running];
  const facts =
    agent === null
      ? [
          verbatim(workspaceName),
          ...programFacts,
          modeFact,
          counted("{count} tool", "{count} tools", { count: toolCount }),
        ]
      : [
          modeFact,
          ...programFacts,
          ...modelFacts(agent, view.usage),
          ...(view.run === null ? [] : [verbatim(workingTime(nowMs - view.run.startedAtMs))]),
          verbatim(workspaceName),
        ];
  const said = [...facts, ...hintsFor(state)].map(look.language.say);
  const drawn = (count: number): Line =>
    line(span(`  ${said.slice(0, count).join(` ${dot} `)}`, "dim"));
  // The hints go together.
  if (lineWidth(drawn(said.length)) <= width) return drawn(said.length);
  for (let count = facts.length; count > 1; count -= 1) {
    if (lineWidth(drawn(count)) <= width) return drawn(count);
  }
  return cutLine(drawn(facts.length), width, ellipsis);
}

function modelFacts({ model, contextTokens }: AgentState, usage: UsageView): readonly Phrase[] {
  const used = shortNumber(usage.contextTokens);
  const size = contextTokens === null ? null : shortNumber(contextTokens);
  const facts = [verbatim(model)];
  if (usage.contextTokens > 0 && size === null) facts.push(phrase("{used} context", { used }));
  if (size !== null) facts.push(phrase("{used} of {size} context", { used, size }));
  const sum = usage.inputTokens + usage.outputTokens;
  if (sum > 0) facts.push(phrase("{sum} tokens", { sum: shortNumber(sum) }));
  if (usage.costUsd !== null)
    facts.push(verbatim(`$${usage.costUsd.toFixed(usage.costUsd < 1 ? 3 : 2)}`));
  return facts;
}

/** In whole seconds, so that the line is drawn once a second. */
function workingTime(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms);
}

/** As `850`, `12.3k` or `1.2M`. */
function shortNumber(value: number): string {
  if (value < 1_000) return String(value);
  if (value < 999_950) return `${(value / 1_000).toFixed(value < 99_950 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

function hintsFor({ agent, calls, isTyping, questions, view }: ScreenState): readonly Phrase[] {
  if (questions.length > 0) {
    if (isTyping) return [phrase("stop typing to answer")];
    return [view.run === null ? phrase("Ctrl-C cancels the call") : phrase("Ctrl-C interrupts")];
  }
  if (view.run !== null) return [phrase("Esc interrupts")];
  if (calls.length > 0) return [phrase("Ctrl-B for background"), phrase("Ctrl-C cancels")];
  const first = agent === null ? phrase("Tab completes") : phrase("Shift-Tab changes the mode");
  return [first, verbatim("/help"), verbatim("/exit")];
}
