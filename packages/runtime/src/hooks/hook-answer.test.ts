import { expect, test } from "vitest";
import { type HookOutput, readHookAnswer } from "./hook-answer.ts";

const ended = (stdout: unknown, more: Partial<HookOutput> = {}): HookOutput => ({
  exitCode: 0,
  stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout),
  stderr: "",
  ...more,
});
const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: "X", ...fields } });
const nothing = { block: null, stop: null, context: "", approves: false };

test.each([
  ["says nothing", ended(""), nothing],
  ["prints text", ended(" The build is red.\n"), { ...nothing, context: "The build is red." }],
  ["ends with 2", ended("", { exitCode: 2, stderr: "No.\n" }), { ...nothing, block: "No." }],
  ["ends with 2, silently", ended("", { exitCode: 2 }), { ...nothing, block: "it gave no reason" }],
  ["blocks", ended({ decision: "block", reason: "No." }), { ...nothing, block: "No." }],
  [
    "denies a call",
    ended(specific({ permissionDecision: "deny", permissionDecisionReason: "No." })),
    { ...nothing, block: "No." },
  ],
  [
    "wants a prompt, which it can't have",
    ended(specific({ permissionDecision: "ask", permissionDecisionReason: "Sure?" })),
    { ...nothing, block: "Sure?" },
  ],
  ["stops", ended({ continue: false, stopReason: "Late." }), { ...nothing, stop: "Late." }],
  [
    "adds context",
    ended(specific({ additionalContext: "Noon." })),
    { ...nothing, context: "Noon." },
  ],
  [
    "changes the input",
    ended(specific({ updatedInput: { a: 1 } })),
    { ...nothing, input: { a: 1 } },
  ],
  ["approves", ended({ decision: "approve" }), { ...nothing, approves: true }],
  [
    "allows a call",
    ended(specific({ permissionDecision: "allow" })),
    { ...nothing, approves: true },
  ],
] as const)("reads the answer of a hook that %s", (_, output, answer) => {
  expect(readHookAnswer(output)).toEqual(answer);
});

test.each([
  ["fails", ended("", { exitCode: 1, stderr: "boom" }), "it ended with status 1: boom"],
  ["was ended", ended("", { exitCode: null }), "it ended with status none: "],
  ["prints broken JSON", ended("{oops"), "it printed broken JSON"],
  ["decides nonsense", ended({ decision: "maybe" }), 'it decided "maybe", which means nothing'],
  ["decides a number", ended(specific({ permissionDecision: 5 })), "it decided 5"],
  ["has a list", ended({ hookSpecificOutput: [] }), "its 'hookSpecificOutput' is no object"],
  ["has a number", ended({ decision: "block", reason: 5 }), "its 'reason' is no text"],
] as const)("is an error for a hook that %s", (_, output, message) => {
  expect(() => readHookAnswer(output)).toThrow(message);
});
