import type { AgentEvent, AgentEventBody } from "@toolwright/agent";
import { expect, test } from "vitest";
import { lineWidth, plainText } from "../../text/styled-line.ts";
import { themeFor } from "../../text/theme.ts";
import { loadLanguage } from "../../language/load-language.ts";
import { idleView, reduceAgent } from "./agent-view.ts";
import { rowLines } from "./row-blocks.ts";

const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 1 };

const news: readonly AgentEventBody[] = [
  { type: "budget-warning", budget: "maxSteps", used: 40, limit: 50 },
  { type: "hook", point: "before-step", hook: "lint", problem: "it exited with status 3" },
  { type: "retry", attempt: 1, delayMs: 2_000, reason: "overloaded" },
  {
    type: "compaction",
    trigger: "near-limit",
    method: "summary",
    tokensBefore: 160_000,
    tokensAfter: 20_000,
    handle: "output:7f3a9c21",
    usage,
  },
];

function shown(columns: number, look = themeFor({ NO_COLOR: "1" })): readonly string[] {
  let view = idleView;
  const started: AgentEventBody = { type: "session-start", model: "m", turn: 1 };
  return [started, ...news].flatMap((body) => {
    const event = { ...body, v: 1, seq: 0, sessionId: "main", agent: "main" } as AgentEvent;
    const reduced = reduceAgent(view, event, { mainId: "main", nowMs: 0 });
    view = reduced.view;
    return reduced.rows.flatMap((row) => {
      if (row.type === "text") return [];
      const lines = rowLines(row, look, columns - 1);
      for (const line of lines) expect(lineWidth(line)).toBeLessThan(columns);
      return lines.map(plainText);
    });
  });
}

const whole = [
  "Budget maxSteps: 40 of 50 are used.",
  "The hook 'lint' failed: it exited with status 3",
  "The model failed, trying again in 2 s: overloaded",
  "The conversation was shortened: 160,000 → 20,000 tokens.",
];

test.each([[80], [140]])(
  "budgets, hooks, retries and compactions are a line each in %d columns",
  (columns) => {
    expect(shown(columns)).toEqual(whole);
  },
);

test("in 20 columns they are wrapped between words, and nothing is lost", () => {
  const rows = shown(20);
  expect(rows.length).toBeGreaterThan(whole.length);
  expect(rows.map((row) => row.trim()).join(" ")).toBe(whole.join(" "));
});

test("they are in the person's language", async () => {
  const rows = shown(80, themeFor({ NO_COLOR: "1" }, await loadLanguage("zh")));
  expect(rows).toHaveLength(whole.length);
  for (const row of rows) expect(row).toMatch(/\p{Script=Han}/u);
});
