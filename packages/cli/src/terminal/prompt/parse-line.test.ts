import { english } from "@toolwright/core/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLine, type ParsedLine } from "./parse-line.ts";
import { fieldsOf, type ToolSignature } from "../../input/tool-signature.ts";
import { quote, splitWords, unquote } from "./words.ts";

function tool(name: string, properties: object, required: readonly string[]): ToolSignature {
  const schema = { type: "object", properties, required };
  return { name, title: name, summary: "", kind: "other", schema, fields: fieldsOf(schema) };
}

const text = { type: "string" };
const tools = [
  tool("read_file", { startLine: { type: "integer" }, path: text }, ["path"]),
  tool("edit_file", { path: text, oldText: text, newText: text, all: { type: "boolean" } }, [
    "path",
    "oldText",
    "newText",
  ]),
  tool("run_command", { command: text, timeoutMs: { type: "integer" } }, ["command"]),
  tool("list_directory", { path: text }, []),
  tool("delete_many", { paths: { type: "array", items: text } }, ["paths"]),
  tool("system_info", {}, []),
];
const commands = ["help", "exit", "mode"];

const parse = (line: string): ParsedLine => parseLine(line, { tools, commands, hasAgent: false });

const input = (line: string): unknown => {
  const parsed = parse(line);
  return parsed.type === "call" ? parsed.input : parsed;
};

test.each([
  ["read_file path=README.md", { path: "README.md" }],
  ["/read_file README.md", { path: "README.md" }],
  ["  read_file   README.md startLine=3 ", { startLine: 3, path: "README.md" }],
  ["read_file path='a b.md'", { path: "a b.md" }],
  ['read_file "a b.md"', { path: "a b.md" }],
  ["read_file a\\ b.md", { path: "a b.md" }],
  ["read_file a b.md", { path: "a b.md" }],
  ['read_file {"path": "x"}', { path: "x" }],
  ["read_file\tpath=漢字.md", { path: "漢字.md" }],
  ["read_file path=", { path: "" }],
  ["read_file path=a=b", { path: "a=b" }],
  ['read_file startLine:=[1, {"a": "} ]"}] path=x', { startLine: [1, { a: "} ]" }], path: "x" }],
  [
    "edit_file a.ts 'old text' new\\ text all=true",
    { path: "a.ts", oldText: "old text", newText: "new text", all: true },
  ],
  ['edit_file path=a oldText="a\nb" newText=""', { path: "a", oldText: "a\nb", newText: "" }],
  ['run_command grep -n "foo bar" src', { command: 'grep -n "foo bar" src' }],
  ["run_command CI=1 npm test", { CI: "1", command: "npm test" }],
  ["run_command npm test CI=1 timeoutMs=5", { command: "npm test CI=1", timeoutMs: 5 }],
  ["run_command 'a && b'", { command: "a && b" }],
  ["list_directory src", { path: "src" }],
  ["delete_many a 'b c'", { paths: ["a", "b c"] }],
  ["system_info", {}],
  ["read_file pth=x", { pth: "x" }],
])("%s", (line, expected) => {
  expect(input(line)).toEqual(expected);
});

test("a value keeps its backslashes within quotes, as regular expressions need them", () => {
  expect(input('read_file path="\\d+\\"x\\\\"')).toEqual({ path: '\\d+"x\\' });
});

test.each([
  ["/help", { type: "command", name: "help", argument: "" }],
  ["exit", { type: "command", name: "exit", argument: "" }],
  ["/mode plan", { type: "command", name: "mode", argument: "plan" }],
  ["   ", { type: "empty" }],
  ["!git status -s", { type: "own-command", commandLine: "git status -s", isInTerminal: false }],
  [
    " ! echo 'a  b' | wc",
    { type: "own-command", commandLine: "echo 'a  b' | wc", isInTerminal: false },
  ],
  ["!! vim a.txt", { type: "own-command", commandLine: "vim a.txt", isInTerminal: true }],
])("%s is no call of a known tool", (line, expected) => {
  expect(parse(line)).toEqual(expected);
});

test.each([
  ["read_fiel x=1", /no tool 'read_fiel'\. Did you mean read_file.*!read_fiel x=1$/],
  ["ls -la", /no tool 'ls'\. To run it as a shell command: !ls -la$/],
  ["!", /as in !git status/],
  ["/hlep", /no command or tool '\/hlep'.*\/help/],
  ['read_file "a', /quote " in '"a' isn't closed/],
  ["read_file don't", /quote '/],
  ["read_file {path: 1}", /invalid JSON/],
  ["read_file path:={a", /invalid JSON/],
  ["read_file path=a path=b", /given twice/],
  ["system_info now", /isn't key=value/],
])("%s says what is wrong", (line, message) => {
  const parsed = parse(line);
  expect(parsed.type === "problem" && english.say(parsed.message)).toMatch(message);
});

test("what is quoted is read as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const typed = `read_file path=${quote(value)} startLine=1`;
      expect(splitWords(typed)).toHaveLength(3);
      expect(input(typed)).toEqual({ path: value, startLine: 1 });
    }),
  );
});

test("words are the text without its blanks, whatever is typed", () => {
  const typed = fc.string({
    unit: fc.constantFrom("a", " ", '"', "'", "\\", "=", ":", "{", "}", "[", "\n"),
  });
  fc.assert(
    fc.property(typed, (line) => {
      let end = 0;
      for (const word of splitWords(line)) {
        expect(line.slice(end, word.start).trim()).toBe("");
        expect(line.slice(word.start, word.end)).toBe(word.raw);
        unquote(word.raw);
        end = word.end;
      }
      expect(line.slice(end).trim()).toBe("");
      expect(() => parse(`read_file ${line}`)).not.toThrow();
    }),
  );
});

describe("with an agent", () => {
  const agentLine = (line: string): ParsedLine =>
    parseLine(line, {
      tools: [...tools, tool("undo", {}, [])],
      commands: [...commands, "undo"],
      hasAgent: true,
    });

  test.each([
    "Fix the test.",
    "read_file a.txt",
    "help",
    "undo that",
    "/etc/hosts is odd",
    "@a.ts?",
  ])("%s is a message", (line) => {
    expect(agentLine(line)).toEqual({ type: "message", text: line });
  });

  test("a slash calls a tool or a command, and no tool takes a command's place", () => {
    expect(agentLine("/list_directory src")).toMatchObject({
      type: "call",
      tool: "list_directory",
    });
    expect(agentLine("/undo")).toMatchObject({ type: "command", name: "undo" });
    expect(agentLine("/unknown")).toMatchObject({ type: "problem" });
    expect(agentLine("!git status")).toMatchObject({ type: "own-command" });
    expect(agentLine("exit")).toMatchObject({ type: "command", name: "exit" });
  });
});
