import { english } from "@toolwright/core/internal";
import { expect, test } from "vitest";
import { type Completion, completionAt, pathCandidate } from "./completion.ts";
import { fieldsOf, type ToolSignature } from "../../input/tool-signature.ts";

function tool(name: string, properties: object, required: readonly string[]): ToolSignature {
  const schema = { type: "object", properties, required };
  return {
    name,
    title: name,
    summary: `about ${name}`,
    kind: "other",
    schema,
    fields: fieldsOf(schema),
  };
}

const known = {
  tools: [
    tool(
      "read_file",
      {
        startLine: { type: "integer" },
        path: { type: "string", description: "Which file.\nMore." },
      },
      ["path"],
    ),
    tool(
      "search_text",
      {
        pattern: { type: "string" },
        mode: { anyOf: [{ enum: ["regex", "literal"] }, { type: "null" }] },
        hidden: { type: "boolean" },
        path: { type: "string" },
      },
      ["pattern"],
    ),
    tool("read_many", { paths: { type: "array", items: { type: "string" } } }, ["paths"]),
  ],
  commands: [
    { name: "help", summary: "", argument: "tool" },
    { name: "mode", summary: "", argument: "mode" },
    { name: "explain", summary: "", argument: "call" },
    { name: "exit", summary: "", argument: "none" },
  ],
  modes: ["plan", "default"],
  hasAgent: false,
  language: english,
} as const;

function at(marked: string): Completion {
  const cursor = marked.includes("|") ? marked.indexOf("|") : marked.length;
  return completionAt(marked.replace("|", ""), cursor, known);
}

const texts = (marked: string): string[] => at(marked).candidates.map(({ text }) => text);

test.each([
  ["", ["read_file", "search_text", "read_many"]],
  ["read", ["read_file", "read_many"]],
  ["sear", ["search_text"]],
  ["st", ["search_text"]],
  ["rdm", ["read_many"]],
  ["/", ["/help", "/mode", "/explain", "/exit", "/read_file", "/search_text", "/read_many"]],
  ["/ex", ["/explain", "/exit", "/search_text"]],
  ["nothing_like_it", []],
])("names for '%s'", (typed, candidates) => {
  expect(texts(typed)).toEqual(candidates);
});

test("the words behind a shell command may be paths", () => {
  expect(at("!cat src/a").paths).toEqual({ value: "src/a", before: "" });
  expect(at("!cat").paths).toBeNull();
});

test.each([
  ["read_file ", ["path=", "startLine="]],
  ["read_file p", ["path="]],
  ["read_file path=x ", ["startLine="]],
  ["/read_file START", ["startLine="]],
  ["search_text mode=", ["regex", "literal"].map((value) => `mode=${value}`)],
  ["search_text hidden=t", ["hidden=true"]],
  ["search_text pattern=", []],
  ["read_many paths=a ", ["paths="]],
  ['read_file {"p', []],
  ["unknown_tool ", []],
])("arguments for '%s'", (typed, candidates) => {
  expect(texts(typed)).toEqual(candidates);
});

test.each([
  ["read_file path=src/a", { value: "src/a", before: "path=" }],
  ['read_file path="a b', { value: "a b", before: "path=" }],
  ["read_file REA", { value: "REA", before: "" }],
  ["read_many paths=a paths=", { value: "", before: "paths=" }],
  ["read_file path=x REA", null],
  ["read_file ", null],
  ["search_text pattern=src", null],
  ["/explain read_file path=s", { value: "s", before: "path=" }],
])("paths for '%s'", (typed, paths) => {
  expect(at(typed).paths).toEqual(paths);
});

test.each([
  ["/mode ", ["plan", "default"]],
  ["/mode p", ["plan"]],
  ["/help sea", ["search_text"]],
  ["/explain read_f", ["read_file"]],
  ["/explain read_file st", ["startLine="]],
  ["/exit ", []],
])("what a command takes for '%s'", (typed, candidates) => {
  expect(texts(typed)).toEqual(candidates);
});

test("only what stands before the cursor counts", () => {
  expect(at("rea|xyz path=1")).toMatchObject({ start: 0 });
  expect(texts("rea|xyz path=1")).toEqual(["read_file", "read_many"]);
});

test("an argument tells what it is, in one line, and that it is required", () => {
  expect(at("read_file p").candidates[0]?.detail).toBe("(required) Which file.");
});

test("a path is quoted as it has to be, a folder's quote stays open", () => {
  const query = { value: "", before: "path=" };
  expect(pathCandidate("src/a.ts", query)).toEqual({
    text: "path=src/a.ts",
    label: "a.ts",
    detail: "",
    isOpen: false,
  });
  expect(pathCandidate("a b.md", query).text).toBe('path="a b.md"');
  expect(pathCandidate("a b/", query)).toMatchObject({
    text: 'path="a b/',
    label: "a b/",
    isOpen: true,
  });
});

test("a path is completed after an @ in a message to an agent, and a command after a slash", () => {
  const agent = { ...known, hasAgent: true };
  expect(completionAt("look at @src/a", 14, agent)).toEqual({
    start: 8,
    candidates: [],
    paths: { value: "src/a", before: "@" },
  });
  expect(completionAt("mail a@b", 8, agent).paths).toBeNull();
  expect(completionAt("read_file pa", 12, agent).candidates).toEqual([]);
  expect(completionAt("/mo", 3, agent).candidates.map(({ text }) => text)).toContain("/mode");
});
