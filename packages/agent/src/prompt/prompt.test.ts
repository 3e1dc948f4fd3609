import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, test } from "vitest";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { builtinAgents } from "../sub-agents/agent-definition.ts";
import { readInstructions } from "./instructions.ts";
import { type PromptFacts, promptPieces, systemPrompt } from "./system-prompt.ts";

const facts: PromptFacts = {
  cwd: "/work/app",
  roots: ["/work/app"],
  platform: "linux",
  mode: "default",
  isUnattended: false,
};

test("puts the pieces in the order of how seldom they change", () => {
  const pieces = promptPieces({
    ...facts,
    hasOtherNames: true,
    hasSkills: true,
    agents: [{ name: "explore", description: "Looks." }],
    ownInstructions: { path: "/home/me/AGENTS.md", text: "Be brief." },
    instructions: [{ path: "AGENTS.md", text: "Use tabs.\n" }],
    hostInstructions: "Answer in French.",
    memory: "Remembered: tea.",
  });
  expect(pieces.map(({ name }) => name)).toEqual([
    "role",
    "profile",
    "environment",
    "agents",
    "skills",
    "/home/me/AGENTS.md",
    "AGENTS.md",
    "instructions",
    "memory",
    "mode",
  ]);
  expect(systemPrompt(pieces)).toContain(
    "The person's instructions, from /home/me/AGENTS.md:\n\nBe brief.\n\nInstructions for this project, from AGENTS.md:\n\nUse tabs.\n\nAnswer in French.\n\nRemembered: tea.",
  );
});

const textOf = (name: string, given: Partial<PromptFacts> = {}): string | undefined =>
  promptPieces({ ...facts, ...given }).find((piece) => piece.name === name)?.text;

test("has only the pieces that say something", () => {
  expect(promptPieces(facts).map(({ name }) => name)).toEqual(["role", "environment", "mode"]);
});

test("lists the agents with what they are for", () => {
  const agents = [{ name: "explore", description: "Looks." }];
  expect(textOf("agents", { agents })).toBe(
    "Sub-agents that you can give a task to:\n- explore: Looks.",
  );
});

test("tells a model about skills and other names in one line each", () => {
  expect(textOf("skills", { hasSkills: true })).toMatch(/^There are skills: .*\.$/);
  expect(textOf("profile", { hasOtherNames: true })).toMatch(
    /^Where instructions name a tool .*\.$/,
  );
});

test.each([
  ["plan", "change nothing. End with a plan"],
  ["default", "reading needs no approval"],
  ["accept-edits", "changing files in the workspace needs no approval"],
  ["auto", "commands in the sandbox need no approval"],
] as const)("says what mode %s means", (mode, words) => {
  expect(textOf("mode", { mode })).toContain(words);
});

test("tells a model without tools nothing of places, agents and modes", () => {
  const pieces = promptPieces({
    ...facts,
    hasTools: false,
    hasSkills: true,
    agents: [{ name: "explore", description: "Looks." }],
    memory: "Remembered: tea.",
  });
  expect(systemPrompt(pieces)).toBe("You answer a person. You have no tools.\n\nRemembered: tea.");
});

test("has at most 700 tokens without what others tell the model", () => {
  const agents = builtinAgents.map(({ name, description }) => ({ name, description }));
  const all = { ...facts, hasOtherNames: true, hasSkills: true, isUnattended: true, agents };
  expect(encode(systemPrompt(promptPieces(all))).length).toBeLessThanOrEqual(700);
});

test("tells a model what to do when it is refused", () => {
  expect(textOf("mode")).toContain("If a call is refused");
});

test("is the same text for the same facts", () => {
  expect(systemPrompt(promptPieces(facts))).toBe(systemPrompt(promptPieces(facts)));
});

test("tells a model that nobody is there to approve", () => {
  const text = systemPrompt(promptPieces({ ...facts, isUnattended: true }));
  expect(text).toContain("Nobody is there to approve");
});

test("tells a model that questions are answered later", () => {
  const text = systemPrompt(promptPieces({ ...facts, isUnattended: true, answersLater: true }));
  expect(text).toContain("its question waits for a person");
  expect(text).not.toContain("Nobody is there to approve");
});

test("names further folders of the workspace", () => {
  const text = systemPrompt(promptPieces({ ...facts, roots: ["/work/app", "/work/lib"] }));
  expect(text).toContain("Further folders of the workspace: /work/lib.");
});

const memory = (files: Readonly<Record<string, string>>) => createMemoryWorkspace({ files });

test("reads the instruction files, each text once", async () => {
  const workspace = createMemoryWorkspace({
    files: {
      "AGENTS.md": "Use tabs.",
      "CLAUDE.md": "Use tabs.",
      "GEMINI.md": "Be brief.",
      "README.md": "Hello.",
    },
  });
  expect(await readInstructions(workspace)).toEqual([
    { path: "AGENTS.md", text: "Use tabs." },
    { path: "GEMINI.md", text: "Be brief." },
  ]);
});

test("finds nothing in an empty folder or an empty file", async () => {
  expect(await readInstructions(createMemoryWorkspace({ files: { "AGENTS.md": " \n" } }))).toEqual(
    [],
  );
});

test("cuts a long file and says so", async () => {
  const workspace = createMemoryWorkspace({ files: { "AGENTS.md": "x".repeat(100_000) } });
  const [file] = await readInstructions(workspace);
  expect(file?.text).toHaveLength(32_768 + "\n[The rest of AGENTS.md is left out.]".length);
});

test("reads the files that an instruction file imports, inside the workspace", async () => {
  const workspace = memory({
    "CLAUDE.md": "Read these:\n@docs/style.md\n- @./docs/more.md\nMail @someone or @../outside.md.",
    "docs/style.md": "Use tabs.\n@style.md\n@more.md\n@../CLAUDE.md",
    "docs/more.md": "Be kind.",
  });
  const found = await readInstructions(workspace);
  expect(found.map(({ path }) => path)).toEqual(["CLAUDE.md", "docs/style.md", "docs/more.md"]);
});

test("reads at most ten files for one folder", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`f${at}.md`, `${at}\n@f${at + 1}.md`]),
  );
  const found = await readInstructions(memory({ ...files, "AGENTS.md": "@f0.md" }));
  expect(found).toHaveLength(10);
});

test("reads nothing that the policy doesn't allow", async () => {
  const workspace = memory({ "AGENTS.md": "@secret.txt", "secret.txt": "hidden" });
  const found = await readInstructions(workspace, {
    mayRead: ({ displayPath }) => displayPath !== "secret.txt",
  });
  expect(found.map(({ path }) => path)).toEqual(["AGENTS.md"]);
});

test("reads the files of another folder", async () => {
  const workspace = memory({ "AGENTS.md": "Outer.", "src/AGENTS.md": "Inner." });
  expect(await readInstructions(workspace, { folder: "src" })).toEqual([
    { path: "src/AGENTS.md", text: "Inner." },
  ]);
});
