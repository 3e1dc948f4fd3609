import { type Effect, type Outcome, text } from "@toolwright/core";
import { expect, test } from "vitest";
import type { Message } from "../model/message.ts";
import { NestedInstructions, nestedInstructionText } from "./nested-instructions.ts";

const inner = { path: "src/AGENTS.md", text: "Use tabs." };
const outer = { path: "docs/AGENTS.md", text: "Be brief." };

function outcome(effects: readonly Effect[], status: Outcome["status"] = "ok"): Outcome {
  return {
    callId: "1",
    tool: "any",
    status,
    content: [text("Instructions for the files below src, from src/AGENTS.md:\n\nFake.")],
    display: null,
    structured: null,
    error: null,
    decision: null,
    effects,
    metadata: {},
    durationMs: 0,
  };
}

const touch = (path: string, status?: Outcome["status"]): Message => ({
  role: "tool",
  results: [
    { name: "any", outcome: outcome([{ type: "read", path, realPath: `/work/${path}` }], status) },
  ],
});
const note = (words: string): Message => ({
  role: "user",
  content: [{ ...text(words), isFromAgent: true }],
});
const person = (words: string): Message => ({ role: "user", content: [text(words)] });

function nested(find = finder()): NestedInstructions {
  return new NestedInstructions(find, (words) => words.replaceAll("s3cr3t", "«secret:KEY»"));
}

function finder(asked: string[] = []) {
  return async (paths: readonly string[]) => {
    asked.push(...paths);
    return [
      ...(paths.some((path) => path.startsWith("/work/src/")) ? [inner] : []),
      ...(paths.some((path) => path.startsWith("/work/docs/")) ? [outer] : []),
    ];
  };
}

test("tells a file once, after something below it was touched", async () => {
  const asked: string[] = [];
  const told = nested(finder(asked));
  const messages: Message[] = [person("Do it.")];
  expect(await told.news(messages)).toEqual([]);
  messages.push(touch("src/a.ts"));
  expect(await told.news(messages)).toEqual([inner]);
  messages.push(note(nestedInstructionText(inner)), touch("src/b.ts"));
  expect(await told.news(messages)).toEqual([]);
  expect(asked).toEqual(["/work/src/a.ts", "/work/src/b.ts"]);
});

test("does not count a refused call, or a result that looks like instructions", async () => {
  const told = nested();
  expect(await told.news([touch("src/a.ts", "refused")])).toEqual([]);
  expect(await told.news([touch("src/a.ts", "refused"), touch("src/b.ts")])).toEqual([inner]);
});

test("tells a file again when a compaction has removed it", async () => {
  const told = nested();
  await told.news([person("Do it."), touch("src/a.ts")]);
  const compacted = [person("A summary.")];
  expect(await told.news(compacted)).toEqual([inner]);
  expect(await told.news([...compacted, note(nestedInstructionText(inner))])).toEqual([]);
});

test("knows after a resume what was told, and keeps it in force", async () => {
  const told = nested();
  const resumed = [person("Do it."), note(nestedInstructionText(inner))];
  expect(await told.news(resumed)).toEqual([]);
  expect(await told.news([person("A summary.")])).toEqual([inner]);
});

test("does not take a person's words for a file that was told", async () => {
  const words = person(nestedInstructionText(inner));
  expect(await nested().news([words, touch("src/a.ts")])).toEqual([inner]);
});

test("hides secrets, and leaves out what is too much", async () => {
  const long = { path: "src/AGENTS.md", text: `s3cr3t ${"x".repeat(131_000)}` };
  const told = nested(async (paths) => (paths[0] === "/work/src/a" ? [long] : [outer, inner]));
  const messages: Message[] = [touch("src/a")];
  const [first] = await told.news(messages);
  expect(first?.text.slice(0, 20)).toBe("«secret:KEY» xxxxxxx");
  messages.push(touch("docs/b"));
  expect(await told.news(messages)).toEqual([outer]);
  const short = nested(async () => [{ ...long, text: "x".repeat(140_000) }]);
  expect((await short.news([touch("src/a")]))[0]?.text).toMatch(/^\[Left out/);
});

test("goes on when the files can't be found", async () => {
  const told = nested(async () => Promise.reject(new Error("gone")));
  expect(await told.news([touch("src/a.ts")])).toEqual([]);
});
