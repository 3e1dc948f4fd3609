import { TuiMainScreen } from "@earendil-works/pi-tui";
import type { ApprovalAnswer, ApprovalQuestion } from "@toolwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeTerminal } from "../fixtures/fake-terminal.ts";
import { themeFor } from "../../text/theme.ts";
import { lineWidth, plainText } from "../../text/styled-line.ts";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import { ApprovalView } from "./approval-view.ts";
import type { QuestionPlace } from "./open-question.ts";

const run = {
  type: "run",
  program: "npm",
  words: ["npm", "test"],
  cwd: "/w",
  specified: false,
} as const;

const question: ApprovalQuestion = {
  id: "q",
  sessionId: "s",
  callId: "c",
  agent: "main",
  tool: { name: "run_command", title: "Run command", kind: "execute" },
  input: { command: "npm test" },
  summary: "Run npm test",
  effects: [run],
  decision: {
    decision: "ask",
    mode: "default",
    proof: [
      {
        effect: run,
        decision: "ask",
        layer: "mode",
        rule: "default: run",
        source: null,
        wouldChange: null,
      },
    ],
  },
  stage: "run",
  preview: { type: "terminal", command: "npm test", output: "" },
  proposals: [
    { patterns: ["run(npm test)"], label: "exactly this" },
    { patterns: ["run(npm *)"], label: "any npm" },
  ],
};

const place: QuestionPlace = { width: 60, maxRows: 30, position: "", isActive: true };

interface Asked {
  readonly view: ApprovalView;
  readonly press: (...names: readonly string[]) => void;
  readonly paste: (text: string) => void;
  readonly answers: ApprovalAnswer[];
  readonly rows: (place?: Partial<QuestionPlace>) => string[];
}

function ask(change: Partial<ApprovalQuestion> = {}): Asked {
  const answers: ApprovalAnswer[] = [];
  const terminal = new FakeTerminal();
  const view = new ApprovalView(
    { ...question, ...change },
    {
      tui: new TuiMainScreen(terminal),
      look: themeFor({}),
      roots: ["/w"],
      edit: async () => null,
      answer: (answer) => void answers.push(answer),
    },
  );
  terminal.start(
    (data) => view.handleInput(data),
    () => {},
  );
  return {
    view,
    press: (...names) => {
      for (const name of names) terminal.press(name);
    },
    paste: (text) => terminal.paste(text),
    answers,
    rows: (at) =>
      view
        .draw({ ...place, ...at })
        .rows.map((row) => stripTerminalSequences(row).replace(/(?<=\S) +$/, "")),
  };
}

test.each([
  [["y"], { outcome: "once" }],
  [["Y"], { outcome: "once" }],
  [["\u001b[121:89;2u"], { outcome: "once" }],
  [["s"], { outcome: "session", proposal: 0 }],
  [["right", "s"], { outcome: "session", proposal: 1 }],
  [["left", "a"], { outcome: "always", proposal: 1 }],
  [["right", "right", "a"], { outcome: "always", proposal: 0 }],
  [["n", "enter"], { outcome: "reject" }],
  [["n", "n", "o", "enter"], { outcome: "reject", feedback: "no" }],
  [["c"], { outcome: "cancel" }],
  [["escape"], { outcome: "cancel" }],
  [["e", "enter"], { outcome: "edit", input: { command: "npm test" } }],
  [["n", "escape", "y"], { outcome: "once" }],
])("%j answers", (names, answer) => {
  const { press, answers } = ask();
  press(...names);
  expect(answers).toEqual([answer]);
});

test.each([["enter"], ["tab"], ["x"], ["backspace"], ["down"], ["ctrl+y"], ["alt+enter"]])(
  "%s answers nothing",
  (name) => {
    const { press, answers } = ask();
    press(name);
    expect(answers).toEqual([]);
  },
);

test("pasted text never answers", () => {
  const { paste, answers } = ask();
  paste("y");
  paste("yes\r");
  expect(answers).toEqual([]);
});

test("without proposals nothing is allowed beyond this call", () => {
  const { press, answers, rows } = ask({ proposals: [] });
  press("s", "a");
  expect(answers).toEqual([]);
  expect(rows().join("\n")).toContain("You can only allow this one call.");
  expect(rows().join("\n")).not.toContain("always");
});

test("invalid JSON is reported, and the input stays", () => {
  const { press, answers, rows } = ask();
  press("e", "ctrl+u", "{", "enter");
  expect(answers).toEqual([]);
  expect(rows().join("\n")).toMatch(/Invalid JSON/);
});

test("what is hidden in the input is edited as it is", () => {
  const input = { command: "echo \u202e\tx" };
  const { press, answers, rows } = ask({ input });
  press("e");
  expect(rows().join("")).not.toContain("\u202e");
  press("enter");
  expect(answers).toEqual([{ outcome: "edit", input }]);
});

test("shows what, why, the preview, the rule and the keys", () => {
  expect(ask().rows({ position: "1 of 2" })).toEqual([
    "? Run npm test  run_command  1 of 2",
    expect.stringMatching(/^│ would    .*npm test/),
    "│ because  default: run",
    "│",
    "│ $ npm test",
    "│",
    "│ y once · n reject · s session · a always · e edit",
    "│ esc cancel",
    "│ s and a allow run(npm test)  exactly this  1 of 2, ←/→",
  ]);
});

test("the command's end is never hidden", () => {
  const command = `echo ${"a".repeat(500)} && rm -rf the-end`;
  const { view } = ask({ preview: { type: "terminal", command, output: "" } });
  const rows = view.whole(60).map(plainText);
  expect(rows.map((row) => row.trim()).join("")).toContain("rm -rf the-end");
});

test("what can't be seen in a command is written out, nothing is stripped", () => {
  const command = "echo \u001b[8mrm -rf /\u001b[0m \u202e\u00a0x\ty";
  const { view } = ask({
    summary: "a\u00a0b",
    preview: { type: "terminal", command, output: "" },
  });
  const rows = view.whole(200).map(plainText).join("\n");
  expect(rows).toContain("\\u{1b}[8mrm -rf /\\u{1b}[0m \\u{202e}\\u{a0}x");
  expect(rows).toContain("a\\u{a0}b");
});

test("a question that doesn't fit says where all of it is, and keeps its keys", () => {
  const text = Array.from({ length: 50 }, (_, index) => `row ${index}`).join("\n");
  const { view, rows } = ask({ preview: { type: "text", text } });
  const drawn = view.draw({ ...place, maxRows: 20 });
  expect(drawn.isWhole).toBe(false);
  expect(drawn.rows.length).toBeLessThanOrEqual(20);
  expect(rows({ maxRows: 20 }).join("\n")).toMatch(/the whole question is above[\s\S]*y once/);
  expect(view.whole(60).map(plainText).join("\n")).toContain("row 49");
});

test("what is typed has the cursor", () => {
  const { press, view, rows } = ask();
  press("n", "o", "k");
  expect(rows()).toContain("│ why not › ok");
  expect(view.draw(place).rows.join("\n")).toContain("ok\u001b_pi:c\u0007");
  expect(view.draw({ ...place, isActive: false }).rows.join("\n")).not.toContain("\u001b_pi:c");
});

test("no row is wider than the screen", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 100 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      (width, summary) => {
        const { view } = ask({ summary });
        for (const row of view.draw({ ...place, width }).rows) {
          expect(lineWidth([{ text: row, style: null }])).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});

test("what a stage did is committed or dropped, and is neither edited nor allowed for later", () => {
  const { press, answers, rows } = ask({ stage: "commit", proposals: [] });
  expect(rows()).toContain("│ y commit · n drop · esc cancel");
  press("e");
  expect(rows()).toContain("│ y commit · n drop · esc cancel");
  press("n");
  expect(rows().join(" ")).toContain("Enter drops it, with or without a reason");
  press("enter");
  expect(answers).toEqual([{ outcome: "reject" }]);
});
