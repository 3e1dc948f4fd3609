import type { ApprovalQuestion } from "@toolwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lookOf } from "../text/look.ts";
import { lineWidth, plainText } from "../text/styled-line.ts";
import { questionBox, wholeQuestion } from "./question-box.ts";
import {
  pasteIntoQuestion,
  pressQuestionKey,
  type QuestionState,
  questionState,
  type QuestionStep,
} from "./question-state.ts";

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
    { patterns: ["run(npm test)"], breadth: "words", label: "exactly this" },
    { patterns: ["run(npm *)"], breadth: "words", label: "any npm" },
  ],
};

const options = {
  look: lookOf({}),
  width: 60,
  maxRows: 30,
  roots: ["/w"],
  position: "",
  isActive: true,
};
const state = questionState(question);
const key = (name: string): { name: string; text: string } =>
  name.length === 1 ? { name: "text", text: name } : { name, text: "" };

function press(from: QuestionState, ...names: readonly string[]): QuestionStep | null {
  let step: QuestionStep | null = { type: "stay", state: from };
  for (const name of names) {
    if (step?.type !== "stay") return step;
    const next: QuestionStep | null = pressQuestionKey(step.state, key(name), 50);
    step = next ?? step;
  }
  return step;
}

const answered = (...names: readonly string[]): unknown => {
  const step = press(state, ...names);
  return step?.type === "answer" ? step.answer : null;
};

test.each([
  [["y"], { outcome: "once" }],
  [["Y"], { outcome: "once" }],
  [["s"], { outcome: "session", proposal: 0 }],
  [["right", "s"], { outcome: "session", proposal: 1 }],
  [["left", "a"], { outcome: "always", proposal: 1 }],
  [["right", "right", "a"], { outcome: "always", proposal: 0 }],
  [["n", "return"], { outcome: "reject" }],
  [["n", "n", "o", "return"], { outcome: "reject", feedback: "no" }],
  [["c"], { outcome: "cancel" }],
  [["escape"], { outcome: "cancel" }],
  [["e", "return"], { outcome: "edit", input: { command: "npm test" } }],
  [["n", "escape", "y"], { outcome: "once" }],
])("%j answers", (names, answer) => {
  expect(answered(...names)).toEqual(answer);
});

test.each([["return"], ["tab"], ["x"], ["backspace"], ["down"], ["ctrl-y"]])(
  "%s answers nothing",
  (name) => {
    expect(answered(name)).toBeNull();
  },
);

test("text that comes in one piece never answers", () => {
  expect(pressQuestionKey(state, { name: "text", text: "yes" }, 0)).toBeNull();
  expect(pasteIntoQuestion(state, "y")).toBe(state);
});

test("without proposals nothing is allowed beyond this call", () => {
  const single = questionState({ ...question, proposals: [] });
  expect(press(single, "s")).toEqual({ type: "stay", state: single });
  expect(press(single, "a")).toEqual({ type: "stay", state: single });
  const rows = questionBox(single, options).rows.map(plainText).join("\n");
  expect(rows).toContain("Only this one call can be allowed.");
  expect(rows).not.toContain("always");
});

test("input that is no JSON says so and stays", () => {
  const step = press(state, "e", "ctrl-u", "{", "return");
  expect(step).toMatchObject({
    type: "stay",
    state: { problem: expect.stringMatching(/no JSON/) },
  });
});

test("shows what, why, the preview, the rule and the keys", () => {
  expect(questionBox(state, { ...options, position: "1 of 2" }).rows.map(plainText)).toEqual([
    "? Run npm test  run_command  1 of 2",
    expect.stringMatching(/^│ would    .*npm test/),
    "│ because  default: run",
    "│ ",
    "│ $ npm test",
    "│ ",
    "│ y once · n reject · s session · a always · e edit",
    "│ esc cancel",
    "│ s and a allow run(npm test)  exactly this  1 of 2, ←/→",
  ]);
});

test("the command's end is never hidden", () => {
  const command = `echo ${"a".repeat(500)} && rm -rf the-end`;
  const long = { ...question, preview: { type: "terminal", command, output: "" } as const };
  const rows = wholeQuestion(questionState(long), options).map(plainText);
  expect(rows.map((row) => row.trim()).join("")).toContain("rm -rf the-end");
});

test("what can't be seen in a command is written out, nothing is stripped", () => {
  const command = "echo \u001b[8mrm -rf /\u001b[0m \u202e\u00a0x\ty";
  const odd = {
    ...question,
    summary: "a\u00a0b",
    preview: { type: "terminal", command, output: "" } as const,
  };
  const rows = wholeQuestion(questionState(odd), { ...options, width: 200 })
    .map(plainText)
    .join("\n");
  expect(rows).toContain("\\u{1b}[8mrm -rf /\\u{1b}[0m \\u{202e}\\u{a0}x");
  expect(rows).toContain("a\\u{a0}b");
});

test("a question that doesn't fit says so, and can be scrolled to its end", () => {
  const text = Array.from({ length: 50 }, (_, index) => `row ${index}`).join("\n");
  const long = questionState({ ...question, preview: { type: "text", text } });
  const first = questionBox(long, { ...options, maxRows: 20 });
  expect(first.rows.length).toBeLessThanOrEqual(20);
  expect(first.hiddenRows).toBeGreaterThan(0);
  expect(first.rows.map(plainText).join("\n")).toContain("↑/↓ scroll");
  const end = Array.from({ length: 10 }, () => "page-down").reduce((current) => {
    const step = pressQuestionKey(current, key("page-down"), first.hiddenRows);
    return step?.type === "stay" ? step.state : current;
  }, long);
  expect(end.scroll).toBe(first.hiddenRows);
  const last = questionBox(end, { ...options, maxRows: 20 });
  expect(last.rows.map(plainText).join("\n")).toContain("row 49");
});

test("while somebody types elsewhere the keys are there, but not offered", () => {
  const { rows } = questionBox(state, { ...options, isActive: false });
  const keys = rows.find((row) => plainText(row).includes("y once")) ?? [];
  expect(keys.slice(1).every(({ style }) => style === "dim")).toBe(true);
});

test("what is typed has the cursor", () => {
  const step = press(state, "n", "o", "k") as { state: QuestionState };
  const { rows, cursor } = questionBox(step.state, options);
  expect(plainText(rows[cursor?.y ?? 0] ?? [])).toBe("│ why not › ok");
  expect(cursor?.x).toBe("│ why not › ok".length);
});

test("no row is wider than the screen", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 100 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      (width, summary) => {
        const box = questionBox(questionState({ ...question, summary }), { ...options, width });
        for (const row of box.rows) expect(lineWidth(row)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
