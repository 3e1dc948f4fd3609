import { defineTool } from "@toolwright/core";
import { expect, test } from "vitest";
import { type AgentBench, openAgentBench } from "../fixtures/agent-bench.ts";
import type { ScreenState } from "../screen/screen-state.ts";

const isAsked = ({ questions, isTyping }: ScreenState): boolean =>
  questions.length > 0 && !isTyping;

/** Looks, then writes a file, by calls of its own. */
const program = defineTool({
  name: "program",
  kind: "other",
  description: "Calls tools.",
  input: { type: "object", properties: {} },
  effects: () => [],
  async execute(_input, context) {
    await context.call({ name: "look", input: {} });
    await context.call({ name: "write_file", input: { path: "a.txt", text: "hello" } });
    return { content: "42" };
  },
});

const sizes = [
  [80, 24],
  [140, 40],
] as const;

const within = ({ mode, terminal }: AgentBench): void => {
  const rows = mode.live(terminal.columns - 1);
  expect(rows.length).toBeLessThan(terminal.rows);
};

test.each(sizes)(
  "at %i×%i a program's calls and their question are a tree",
  async (columns, rows) => {
    const bench = await openAgentBench([{ calls: [{ name: "program" }] }, { text: "Done." }], {
      tools: [program],
      columns,
      rows,
    });
    const { send, until, live, press, done, printed } = bench;
    send("Go.");
    await until(isAsked);
    within(bench);
    expect(live()).toMatch(
      /⠋ Program {2}.*s\n│ \? Write a\.txt {2}waiting for your answer\n\n\? Write a\.txt {2}write_file\n│ would {4}write a\.txt/u,
    );
    press("y");
    await done();
    expect(printed()).toMatch(
      /✓ Program {2}.*ms\n {2}✓ Look {2}.*ms\n {2}✓ Write a\.txt {2}.*ms\n {4}allowed once\n {4}a\.txt {2}\+1 −0/u,
    );
  },
);

test.each(sizes)(
  "at %i×%i a pasted text is one mark, and its words are found",
  async (columns, rows) => {
    const bench = await openAgentBench([{ text: "Done." }], { columns, rows });
    const { send, terminal, live, press, done, requests } = bench;
    send("first words");
    await done();
    terminal.paste("pasted row\n".repeat(60));
    expect(live()).toContain("[paste #1 +61 lines]");
    press("ctrl+u", "ctrl+r");
    terminal.type("wor");
    expect(live()).toMatch(/search › wor\n› first words/);
    within(bench);
    press("escape");
    expect(requests).toHaveLength(1);
  },
);
