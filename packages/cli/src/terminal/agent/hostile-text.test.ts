import { defineTool } from "@toolwright/core";
import { expect, test } from "vitest";
import { openAgentBench } from "../fixtures/agent-bench.ts";

const attacks = [
  "\u001b]52;c;cm0gLXJmIC8=\u0007",
  "\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\",
  "\u001b[2A\u001b[2K\u001b[31m",
  "\u009b2J\u009d0;title\u009c",
  "\u202efdp.exe\u202c",
  "\r\b\u0000\u007f",
] as const;
const attack = attacks.join("");

const escape = "\u001b";
/** What the screen itself writes: moves, styles, modes, and the end of links after each row. */
const ours = new RegExp(
  `${escape}(?:\\[(?:\\d*[ABCDGHJKm]|\\?\\d+[hl]|[<>=?]?[\\d;]*u|16t)|\\]8;;\u0007|\\]9;[^\u0007]*\u0007\u0007)`,
  "g",
);

function expectClean(written: string): void {
  expect(written).not.toContain(`${escape}[31m`);
  expect(written).not.toContain(`${escape}[2A${escape}[2K`);
  expect(written.replaceAll(ours, "")).not.toMatch(/[^\P{Cc}\r\n]|[\u202a-\u202e]/u);
}

const odd = defineTool({
  name: "odd",
  title: `Odd ${attack}`,
  kind: "read",
  description: `Odd ${attack}`,
  input: { type: "object", properties: {} },
  effects: () => [],
  prepare: (input) => ({ summary: `Odd ${attack}`, effects: [], prepared: input }),
  execute: (_input, { update }) => {
    update({ title: `Title ${attack}`, output: `output ${attack}\n` });
    return {
      content: attack,
      display: { type: "terminal", command: attack, output: `printed ${attack}\n` },
      metadata: { [attack]: attack },
    };
  },
});

test("nothing that a model or a tool says reaches the terminal as a sequence", async () => {
  const { send, done, press, terminal, session, until } = await openAgentBench(
    [
      {
        reasoning: `I think ${attack} hard.`,
        text: `# ${attack}\n\nText ${attack} \`${attack}\` [a](https://a.example/${attack})\n\n| ${attack} |\n| - |\n| ${attack} |\n\n\`\`\`ts\n${attack}\n\`\`\``,
        calls: [
          { name: "odd", input: {} },
          { name: "write_file", input: { path: `a${attack.replace("\0", "")}.txt`, text: attack } },
          { name: `no${attack}`, input: attack },
        ],
      },
      { failure: { message: `failed ${attack}` } },
      { text: `Done ${attack}`, finish: "content-filter" },
    ],
    { mode: "accept-edits", rows: 30, tools: [odd] },
  );
  send(`Do it.`);
  await done();
  press("ctrl+o", "enter");
  await until(() => terminal.written.includes("Up, Down scroll"));
  for (const key of ["left", "up", "enter", "left", "up", "enter", "left", "up", "enter", "q"]) {
    press(key);
    await until(() => true);
  }
  terminal.paste(`queued ${attack}`);
  session.cancel();
  await until(() => true);
  expect(terminal.written).toContain("✓ Title");
  expectClean(terminal.written);
});
