import fc from "fast-check";
import type { ApprovalQuestion } from "@toolwright/core";
import { expect, test } from "vitest";
import { ApprovalError } from "./approval-error.ts";
import {
  answerQuestion,
  exportQuestion,
  maxQuestionBytes,
  type PortableQuestion,
  readQuestion,
} from "./portable-question.ts";
import { createPrivateKeyText, isSignedBy, readPrivateKey } from "./signing-key.ts";

const [machine, person] = [createPrivateKeyText(), createPrivateKeyText()].map(readPrivateKey);
if (machine === undefined || person === undefined) throw new Error("no keys");

const asked: ApprovalQuestion = {
  id: "question-1",
  sessionId: "s",
  callId: "c",
  agent: "main",
  tool: { name: "write_file", title: "Write file", kind: "edit" },
  input: { path: "a", nothing: null, number: -1.5, "10": "a", "2": "b", __proto_: "ü\u2028" },
  summary: "Write a",
  effects: [{ type: "write", path: "/w/a", operation: "create" }],
  decision: { decision: "ask", mode: "default", proof: [] },
  stage: "run",
  proposals: [{ patterns: ["write(a)"], label: "edits of a" }],
};
const digests = { tool: "1", input: "2", effects: "3", asked: ["4"], files: "5", prepared: "6" };
const question: PortableQuestion = {
  id: "q-0123456789ab",
  nonce: "0".repeat(32),
  createdAtMs: 1,
  expiresAtMs: 2,
  folder: "w",
  asked,
  answers: ["once", "session", "deny"],
  place: { workspace: "7", agent: "main", mode: "default", profile: "canonical" },
  digests,
  earlier: [{ summary: "Read a", digests }],
};

const unanswered = exportQuestion(question, machine);
const answered = answerQuestion(unanswered, { outcome: "once", by: "me" }, person, 3);

test("what is read is what was signed", () => {
  expect(readQuestion(unanswered)).toEqual({ question, key: machine.name, answer: null });
  const answer = { outcome: "once", by: "me", answeredAtMs: 3, key: person.name };
  expect(readQuestion(answered)).toEqual({ question, key: machine.name, answer });
});

test("an answer may be replaced by another one", () => {
  const denied = answerQuestion(answered, { outcome: "deny", reason: "no" }, machine, 4);
  expect(readQuestion(denied).answer).toMatchObject({ outcome: "deny", key: machine.name });
});

test.each([
  ["a question", unanswered],
  ["an answer", answered],
])("%s is refused when any byte was changed, removed or added", (_what, text) => {
  const bytes = Buffer.from(text);
  const edit = fc.record({
    at: fc.nat(bytes.length - 1),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from(' \n\t\r",:{}[]0aA_-=\\'))),
    how: fc.constantFrom("change", "remove", "insert"),
  });
  fc.assert(
    fc.property(edit, ({ at, byte, how }) => {
      const rest = bytes.subarray(how === "insert" ? at : at + 1);
      const middle = how === "remove" ? [] : [byte];
      const edited = Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), rest]);
      fc.pre(!edited.equals(bytes));
      expect(() => readQuestion(edited.toString())).toThrow(ApprovalError);
    }),
    { numRuns: 3_000 },
  );
});

/** The paths of all values in an object, with another value for each. */
function edits(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => edits(item, [...path, key]));
}

function withOther(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return typeof value === "number" ? value + 1 : `${String(value)}0`;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string, unknown>;
  fields[key] = withOther(fields[key], rest);
  return copy;
}

test.each(edits(JSON.parse(answered)).map((path) => [path.join("."), path] as const))(
  "an edit of %s is refused, however well it is written",
  (_name, path) => {
    const edited = withOther(JSON.parse(answered), path);
    expect(() => readQuestion(`${JSON.stringify(edited, null, 2)}\n`)).toThrow(ApprovalError);
  },
);

test("an answer isn't taken for another question, nor a question's signature for an answer", () => {
  const other = exportQuestion({ ...question, nonce: "1".repeat(32) }, machine);
  const { answer } = JSON.parse(answered) as { answer: object };
  const swapped = { ...(JSON.parse(other) as object), answer };
  expect(() => readQuestion(`${JSON.stringify(swapped, null, 2)}\n`)).toThrow("was changed since");
  const { signature } = JSON.parse(unanswered) as { signature: string };
  const forged = { ...(JSON.parse(unanswered) as object), answer: { ...answer, signature } };
  expect(() => readQuestion(`${JSON.stringify(forged, null, 2)}\n`)).toThrow("was changed since");
});

test.each([
  ["no JSON", "{", "no JSON"],
  ["an empty text", "", "no JSON"],
  ["another object", "{}", "no JSON"],
  ["a newer version", unanswered.replace('"approval": 1', '"approval": 2'), "a newer version"],
  ["a field twice", unanswered.replace("{\n", '{\n  "approval": 1,\n'), "was changed"],
  [
    "deep nesting",
    `{"approval":1,"question":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    "changed",
  ],
  ["too much of it", " ".repeat(maxQuestionBytes + 1), "too long"],
])("%s is no question", (_what, text, why) => {
  expect(() => readQuestion(text)).toThrow(why);
});

test("a question that nobody could read is not asked", () => {
  const summary = "x".repeat(maxQuestionBytes);
  expect(() => exportQuestion({ ...question, asked: { ...asked, summary } }, machine)).toThrow(
    "longer than 4 MiB",
  );
});

test("only the answers that a question offers are signed", () => {
  const once = exportQuestion({ ...question, answers: ["once", "deny"] }, machine);
  expect(() => answerQuestion(once, { outcome: "session" }, person)).toThrow("once, deny");
  expect(() => answerQuestion(unanswered, { outcome: "session", proposal: 1 }, person)).toThrow(
    "one of these answers",
  );
});

test.each([
  ["another key's name", person.name, 0],
  ["a name that is none", "ed25519:", 0],
  ["a signature with more behind it", machine.name, 1],
])("a signature doesn't count with %s", (_what, name, more) => {
  const signature = machine.sign("text") + "A".repeat(more);
  expect(isSignedBy(name, "text", signature)).toBe(false);
  expect(isSignedBy(machine.name, "text", machine.sign("text"))).toBe(true);
});

test("digests of a machine's key tell nothing without it", () => {
  expect(machine.digest("a")).toBe(machine.digest("a"));
  expect(machine.digest("a")).not.toBe(person.digest("a"));
});
