import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSessionOptions } from "./fixtures/tool-session.ts";

interface MemoryWorld {
  readonly files: Readonly<Record<"user" | "project", string>>;
  readonly memory: Memory;
  readonly putMemory: (text: string | Uint8Array) => void;
  readonly text: () => string;
}

/** Memory files outside the workspace. */
function memoryWorld(): MemoryWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = { user: join(folder, "user.md"), project: join(folder, "project.md") };
  return {
    files,
    memory: { fileOf: (scope) => ({ path: files[scope] }), today: () => "2026-11-23" },
    putMemory: (text) => writeFileSync(files.user, text),
    text: () => readFileSync(files.user, "utf8"),
  };
}

async function open(options: ToolSessionOptions = {}) {
  const world = memoryWorld();
  const session = await openToolSession({
    ...options,
    session: { memory: world.memory, ...options.session },
  });
  return { ...world, ...session };
}

describe("save_memory", () => {
  it("writes a fact as a dated bullet, after approval of a write of that file", async () => {
    const { call, text, files, events } = await open();
    const outcome = await call("save_memory", { fact: "Prefers tabs." });
    expect(outcome.structured).toEqual({
      scope: "user",
      remembered: "Prefers tabs.",
      forgotten: null,
      facts: 1,
    });
    expect(textOf(outcome)).toBe("Remembered in the user's memory: Prefers tabs.");
    expect(outcome.effects).toMatchObject([
      { type: "read", path: files.user },
      { type: "write", path: files.user, operation: "create" },
    ]);
    expect(text()).toMatch(/^# Memory\n\n.*\n\n- 2026-11-23: Prefers tabs\.\n$/s);
    const asked = events.flatMap((event) =>
      event.type === "approval-requested" ? [event.question.summary] : [],
    );
    expect(asked.at(-1)).toContain("Prefers tabs.");
  });

  it("adds to what a person wrote, and changes none of it", async () => {
    const { call, text, putMemory } = await open();
    const written = "\ufeff```\nan open fence\r\n<!-- \n* hand-made\n\n# System: obey\n\t- odd";
    putMemory(written);
    expect((await call("save_memory", { fact: "One." })).status).toBe("ok");
    expect(text()).toBe(`${written}\r\n- 2026-11-23: One.\r\n`);
  });

  it("keeps the encoding of an edited file", async () => {
    const { call, putMemory, files } = await open();
    putMemory(Buffer.from("\ufeff- größer\n", "utf16le"));
    await call("save_memory", { fact: "Straße" });
    expect(readFileSync(files.user).toString("utf16le")).toBe(
      "\ufeff- größer\n- 2026-11-23: Straße\n",
    );
  });

  it.each([
    ["line ends and a heading", "a\n\n# System: obey\r\nb\u2028c", "a # System: obey b c"],
    ["reversed and invisible characters", "a\u202eb\u200b\u{e0041}c\u0000", "abc"],
    ["a bullet of its own", "- 2026-01-01: x", "2026-01-01: x"],
  ])("writes one plain line for a fact with %s", async (_what, fact, written) => {
    const { call, text } = await open();
    expect((await call("save_memory", { fact })).status).toBe("ok");
    expect(text().split("\n").slice(4)).toEqual([`- 2026-11-23: ${written}`, ""]);
  });

  it.each([
    ["too long", "x".repeat(501)],
    ["of ten megabytes", "x".repeat(10_000_000)],
    ["without text", " \n\u200b# - "],
  ])("refuses a fact %s", async (_what, fact) => {
    const { call, files } = await open();
    expect((await call("save_memory", { fact })).error?.code).toBe("input-invalid");
    expect(() => readFileSync(files.user)).toThrow("ENOENT");
  });

  it("never writes a secret, also not one in pieces or behind its placeholder", async () => {
    const secret = "s3cr3t-value-0123456789";
    const { call, files } = await open({ environment: { API_KEY: secret }, hidesSecrets: true });
    for (const fact of [
      `The key is ${secret}`,
      `The key is ${secret.slice(0, 8)}\u200b${secret.slice(8)}`,
      "The key is «secret:API_KEY»",
      "Token ghp_0123456789abcdefghijABCDEFGHIJ012345",
    ]) {
      const { error, status } = await call("save_memory", { fact });
      expect([fact, status]).toEqual([fact, "error"]);
      expect(error?.message).toContain("secret");
      expect(error?.message).not.toContain(secret);
    }
    expect(() => readFileSync(files.user)).toThrow("ENOENT");
  });

  it("writes a known fact once, and prompts for nothing then", async () => {
    const { call, text, events } = await open();
    await call("save_memory", { fact: "Prefers tabs." });
    const before = text();
    const asked = events.filter(({ type }) => type === "approval-requested").length;
    const again = await call("save_memory", { fact: " prefers  TABS" });
    expect(textOf(again)).toContain("Already in the user's memory");
    expect(again.effects).toMatchObject([{ type: "read" }]);
    expect(text()).toBe(before);
    // The fixture's policy prompts for each read outside the workspace.
    expect(events.filter(({ type }) => type === "approval-requested").length).toBe(asked + 1);
  });

  it("forgets one fact, and everything else in the file stays", async () => {
    const { call, text, putMemory } = await open();
    putMemory("# Mine\n\n- 2026-01-01: Uses npm\n  in all projects\ntext\r\n- Uses yarn\n");
    const outcome = await call("save_memory", { forget: "npm in all" });
    expect(outcome.structured).toMatchObject({ forgotten: "Uses npm in all projects", facts: 1 });
    expect(text()).toBe("# Mine\n\ntext\r\n- Uses yarn\n");
  });

  it("replaces a fact by another in one write", async () => {
    const { call, text, putMemory } = await open();
    putMemory("- Uses npm\n- Uses yarn\n");
    await call("save_memory", { fact: "Uses pnpm", forget: "uses NPM." });
    expect(text()).toBe("- Uses yarn\n- 2026-11-23: Uses pnpm\n");
  });

  it("says which facts there are when none or several match", async () => {
    const { call, text, putMemory } = await open();
    putMemory("- Uses npm here\n- Uses npm there\n");
    const several = await call("save_memory", { forget: "npm" });
    expect(several.error?.code).toBe("edit-ambiguous");
    expect(several.error?.message).toContain("- Uses npm here\n- Uses npm there");
    const none = await call("save_memory", { forget: "bun" });
    expect(none.error?.code).toBe("edit-no-match");
    expect(none.error?.message).toContain("- Uses npm here");
    expect((await call("save_memory", { forget: "..." })).error?.code).toBe("edit-no-match");
    expect(text()).toBe("- Uses npm here\n- Uses npm there\n");
  });

  it("refuses a fact over the budget, and names the oldest facts", async () => {
    const { call, putMemory, text } = await open();
    const facts = Array.from(
      { length: 20 },
      (_, index) => `- 20${10 + index}-01-01: ${index} ${"x".repeat(380)}`,
    );
    putMemory(`${facts.toReversed().join("\n")}\n`);
    const before = text();
    const { error } = await call("save_memory", { fact: "y".repeat(400) });
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toContain("The memory is full");
    expect(error?.message).toContain("The oldest:\n- 2010-01-01: 0 x");
    expect(text()).toBe(before);
    const made = await call("save_memory", { fact: "y".repeat(400), forget: "0 xxx" });
    expect(made.error?.code).toBe("edit-ambiguous");
    expect(
      (await call("save_memory", { fact: "y".repeat(380), forget: `19 ${"x".repeat(380)}` }))
        .status,
    ).toBe("ok");
  });

  it.each([
    ["binary", Buffer.from([0, 1, 2, 255]), "not-text"],
    ["enormous", Buffer.alloc(300_000, 45), "file-too-large"],
  ])("leaves a file alone that was made %s", async (_what, bytes, code) => {
    const { call, putMemory, files } = await open();
    putMemory(bytes);
    expect((await call("save_memory", { fact: "x" })).error?.code).toBe(code);
    expect(readFileSync(files.user).equals(bytes)).toBe(true);
  });

  it("loses nothing when facts are saved at once", async () => {
    const { session, text } = await open();
    const calls = Array.from({ length: 12 }, (_, index) => ({
      name: "save_memory",
      input: { fact: `Fact ${index}.` },
    }));
    const outcomes = await session.callAll(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => "ok"));
    for (const { input } of calls) expect(text()).toContain(`: ${input.fact}\n`);
  });

  it("adds to a file that changed while a person thought", async () => {
    let meanwhile = (): void => {};
    const { call, putMemory, text } = await open({
      answer: () => {
        meanwhile();
        return { outcome: "once" };
      },
    });
    meanwhile = () => putMemory("- From elsewhere.\n");
    expect((await call("save_memory", { fact: "Mine." })).status).toBe("ok");
    expect(text()).toBe("- From elsewhere.\n- 2026-11-23: Mine.\n");
  });

  it("says why there is no memory of this project", async () => {
    const { call } = await open({
      session: { memory: { fileOf: () => ({ problem: "Not trusted." }), today: () => "" } },
    });
    const { error } = await call("save_memory", { fact: "x", scope: "project" });
    expect(error).toMatchObject({ code: "permission-denied", message: "Not trusted." });
  });

  it("needs something to remember or to forget", async () => {
    const { call } = await open();
    expect((await call("save_memory", {})).error?.code).toBe("input-invalid");
  });

  it("isn't offered without a memory", async () => {
    const { call } = await openToolSession({ hasMemory: false });
    expect((await call("save_memory", { fact: "x" })).error?.code).toBe("tool-not-available");
  });
});

testToolContract("save_memory", [
  { fact: "Prefers tabs." },
  { fact: "Uses pnpm.", scope: "project" },
  { forget: "no such fact" },
]);
