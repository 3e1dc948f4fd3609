import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, test } from "vitest";
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
    instructions: [{ path: "AGENTS.md", text: "Use tabs.\n" }],
    more: [{ name: "memory", text: "Remembered: tea." }],
  });
  expect(pieces.map(({ name }) => name)).toEqual([
    "role",
    "environment",
    "approvals",
    "AGENTS.md",
    "memory",
  ]);
  expect(systemPrompt(pieces)).toContain(
    "Instructions for this project, from AGENTS.md:\n\nUse tabs.\n\nRemembered: tea.",
  );
});

test("is the same text for the same facts", () => {
  expect(systemPrompt(promptPieces(facts))).toBe(systemPrompt(promptPieces(facts)));
});

test("tells a model that nobody is there to approve", () => {
  const text = systemPrompt(promptPieces({ ...facts, isUnattended: true }));
  expect(text).toContain("Nobody is there to approve");
});

test("names further folders of the workspace", () => {
  const text = systemPrompt(promptPieces({ ...facts, roots: ["/work/app", "/work/lib"] }));
  expect(text).toContain("Further folders of the workspace: /work/lib.");
});

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
