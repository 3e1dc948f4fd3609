import { expect, it } from "vitest";
import { createPrograms } from "./program/create-programs.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSessionOptions } from "./fixtures/tool-session.ts";

async function run(code: string, options: ToolSessionOptions = {}, more: object = {}) {
  const opened = await openToolSession(options);
  const outcome = await opened.call("run_program", { code, ...more });
  return { ...opened, outcome };
}

const files = { "a.txt": "one\ntwo\n", "b.txt": "three\n" };

it("returns its value, what it printed, and its calls", async () => {
  const { outcome } = await run(
    `const [a, b] = await Promise.all(["a.txt", "b.txt"].map((path) => tools.file_info({ path })));
     print("sizes", [a, b].length);
     return { a: typeof a };`,
    { files },
  );
  expect(outcome.status).toBe("ok");
  expect(outcome.structured).toMatchObject({
    value: { a: "object" },
    printed: "sizes 2",
    calls: [
      { tool: "file_info", status: "ok" },
      { tool: "file_info", status: "ok" },
    ],
  });
  expect(textOf(outcome)).toBe('{"a":"object"}\n\nPrinted:\nsizes 2\n\n(2 calls: 2 file_info)');
  expect(outcome.effects).toEqual([]);
});

it("gives the structured result with the plain text, and throws coded errors", async () => {
  const { outcome } = await run(
    `const { text, totalLines } = await tools.read_file({ path: "a.txt" });
     const ran = await tools.run_command({ command: "cat b.txt" });
     const listed = await tools.list_directory({ path: "." });
     try { await tools.read_file({ path: "missing.txt" }); }
     catch (error) {
       return [text, totalLines, ran.text, listed.text.includes("a.txt"), error instanceof Error, error.code];
     }`,
    { files },
  );
  expect(outcome.structured).toMatchObject({
    value: ["one\ntwo", 2, "three", true, true, "file-not-found"],
  });
});

it("gives the model itself no text twice", async () => {
  const { call } = await openToolSession({ files });
  expect((await call("read_file", { path: "a.txt" })).structured).not.toHaveProperty("text");
});

it("removes types, and takes plain JavaScript", async () => {
  const typed = await run(
    `interface Found { n: number }
     const all: Found[] = [{ n: 1 }, { n: 2 }];
     return all.reduce((sum: number, { n }) => sum + n, 0);`,
  );
  expect(typed.outcome.structured).toMatchObject({ value: 3 });
  const plain = await run("return 1 + 1", {}, { language: "js" });
  expect(plain.outcome.structured).toMatchObject({ value: 2 });
});

it("searches and describes the session's tools in TypeScript", async () => {
  const { outcome } = await run(
    `const [first] = await searchTools("read the text of a file");
     return { names: first.name, signature: await describeTool("read_file") };`,
  );
  const { value } = outcome.structured as { value: { names: string; signature: string } };
  expect(value.names).toMatch(/read/);
  expect(value.signature).toContain("tools.read_file(input: {");
  expect(value.signature).toMatch(/path: string;/);
});

it("names the place of an error that it doesn't catch, with what was done until then", async () => {
  const { outcome } = await run(
    `print("before");
     await tools.write_file({ path: "new.txt", content: "x" });
     null.missing;`,
  );
  expect(outcome.error).toMatchObject({ code: "command-failed" });
  expect(outcome.error?.message).toMatch(/program\.ts:3.*TypeError/);
  expect(textOf(outcome)).toContain("What its calls did stays done.");
  expect(textOf(outcome)).toContain("Printed until then:\nbefore");
  expect(textOf(outcome)).toContain("(1 call: 1 write_file)");
});

it("fails with the code of a call's error that it doesn't catch", async () => {
  const { outcome } = await run(`await tools.read_file({ path: "missing.txt" })`);
  expect(outcome.error).toMatchObject({ code: "file-not-found" });
  expect(outcome.error?.message).toContain("did not catch");
  const forged = await run(
    `throw Object.assign(new Error("x"), { code: "permission-denied", callId: "call-1" })`,
  );
  expect(forged.outcome.error?.code).toBe("command-failed");
});

it("says what is wrong with a program that can't be read", async () => {
  for (const code of ["return (", 'import fs from "node:fs"', "enum A { B }"]) {
    const { outcome } = await run(code);
    expect([code, outcome.error?.code]).toEqual([code, "input-invalid"]);
  }
});

it("asks a person for each call that needs it, and goes on after a refusal", async () => {
  const asked: string[] = [];
  const { outcome, bytes } = await run(
    `await tools.write_file({ path: "yes.txt", content: "1" });
     try { await tools.write_file({ path: "no.txt", content: "1" }); }
     catch (error) { return error.code; }`,
    {
      mode: "default",
      answer: ({ summary, parentCallId }) => {
        asked.push(`${parentCallId !== undefined}`);
        return summary.includes("no.txt") ? { outcome: "reject" } : { outcome: "once" };
      },
    },
  );
  expect(outcome.structured).toMatchObject({ value: "approval-rejected" });
  expect(asked).toEqual(["true", "true"]);
  expect(bytes("yes.txt").toString()).toBe("1");
  expect(() => bytes("no.txt")).toThrow("ENOENT");
});

it("is allowed in plan mode, where its writes are denied", async () => {
  const { outcome } = await run(
    `const read = await tools.read_file({ path: "a.txt" });
     try { await tools.write_file({ path: "b.txt", content: "1" }); } catch (error) { return error.code; }`,
    { mode: "plan", files },
  );
  expect(outcome.structured).toMatchObject({ value: "permission-denied" });
});

it("lists the calls that it would certainly make, and makes none", async () => {
  const { outcome, bytes } = await run(
    `const [name] = await searchTools("write file");
     const done = await Promise.all([1, 2].map((n) => tools.write_file({ path: n + ".txt", content: "x" })));
     await tools.delete_path({ path: "a.txt" });`,
    { files },
    { dry_run: true },
  );
  expect(outcome.structured).toMatchObject({
    calls: [
      { tool: "write_file", status: "planned", input: '{"path":"1.txt","content":"x"}' },
      { tool: "write_file", status: "planned" },
    ],
  });
  expect(textOf(outcome)).toContain("depends on their results");
  expect(() => bytes("1.txt")).toThrow("ENOENT");
});

it("waits for calls that nobody awaited", async () => {
  const { outcome, bytes } = await run(
    `void tools.write_file({ path: "late.txt", content: "x" }); return "done";`,
  );
  expect(outcome.structured).toMatchObject({ value: "done", calls: [{ status: "ok" }] });
  expect(bytes("late.txt").toString()).toBe("x");
});

it("can't run another program, also under another name", async () => {
  const { outcome } = await run(
    `const codes = [];
     for (const call of [() => tools.run_program({ code: "1" }), () => tools.call_tool({ name: "run_program", input: { code: "1" } })]) {
       try { await call(); } catch (error) { codes.push(error.code); }
     }
     return codes;`,
  );
  expect(outcome.structured).toMatchObject({
    value: ["tool-not-available", "tool-not-available"],
  });
});

it("is not offered where no programs run", async () => {
  const { programs: _, ...session } = { programs: undefined };
  const { outcome } = await run("return 1", {
    session: { ...session, programs: undefined as never },
  });
  expect(outcome.error?.code).toBe("tool-not-available");
});

it("keeps to the limits of the settings", async () => {
  const programs = createPrograms({ maxCalls: 2, maxCallsAtOnce: 1, maxTimeoutMs: 1_000 });
  const { outcome } = await run(
    `const all = await Promise.allSettled([1, 2, 3].map(() => tools.list_directory({})));
     return all.map(({ status, reason }) => reason?.message ?? status);`,
    { session: { programs } },
  );
  expect(outcome.structured).toMatchObject({
    value: ["fulfilled", "fulfilled", expect.stringContaining("at most 2 calls")],
  });
  const long = await run("return 1", { session: { programs } }, { timeout_ms: 1_001 });
  expect(long.outcome.error?.code).toBe("input-invalid");
});

it("hides secrets in what it returns, and keeps placeholders as they are", async () => {
  const { outcome } = await run(
    `const text = await tools.read_file({ path: "config.txt" });
     print(text);
     return JSON.stringify(text);`,
    {
      files: { "config.txt": "key: hunter2-hunter2-hunter2\n" },
      environment: { API_TOKEN: "hunter2-hunter2-hunter2" },
      hidesSecrets: true,
    },
  );
  expect(outcome.status).toBe("ok");
  const shown = JSON.stringify(outcome);
  expect(shown).not.toContain("hunter2-hunter2");
  expect(shown).toContain("«secret:API_TOKEN»");
  expect(shown).not.toContain("secret:literal");
});

testToolContract("run_program", [{ code: "return 1" }]);

it("gets large answers to calls side by side, each at its place", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`f${at}.txt`, `${at} ${"x".repeat(30_000)}\n`]),
  );
  const { call } = await openToolSession({ files });
  const outcome = await call("run_program", {
    code: `const read = await Promise.all(Array.from({ length: 40 }, (_, at) => tools.read_file({ path: "f" + at + ".txt" })));
return read.every(({ text }, at) => text.includes(at + " xxx"));`,
  });
  expect(outcome.structured).toMatchObject({ value: true });
});
