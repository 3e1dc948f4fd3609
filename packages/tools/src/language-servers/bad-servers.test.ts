import { describe, expect, it } from "vitest";
import { openServerSession } from "../fixtures/server-session.ts";
import { textOf } from "../fixtures/tool-session.ts";

const files = { "a.fake": "use nothing\n" };
const limits = { timeout: 60_000 };

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

function startedIn(notes: readonly string[]): readonly number[] {
  return notes.flatMap((note) => (note.startsWith("start ") ? [Number(note.slice(6))] : []));
}

describe("a language server", limits, () => {
  it("is told apart from what it prints before its first message", async () => {
    const { call } = await openServerSession(["banner"], { files });
    expect(textOf(await call("diagnostics", { paths: ["a.fake"] }))).toContain(
      "Unknown name nothing",
    );
  });

  it.each([
    ["crash", /ended with exit code 3 \(fake: no such thing\)/],
    ["garbage", /it was stopped: it wrote something other than messages/],
    ["endless", /it was stopped: it sent a message of more than 64 MiB/],
    ["no-json", /it was stopped: it sent a message that is no JSON object/],
    ["crash-on=textDocument/diagnostic", /ended with exit code 3/],
  ])("that misbehaves fails the call and says how: %s", async (behaviour, message) => {
    const { call, notes } = await openServerSession([behaviour], { files });
    const outcome = await call("diagnostics", { paths: ["a.fake"] });
    expect(outcome.error).toMatchObject({ code: "command-failed" });
    expect(outcome.error?.message).toMatch(message);
    expect(startedIn(notes()).filter(isAlive)).toEqual([]);
  });

  it("is started again after a crash, with a pause, but not for ever", async () => {
    const { call, notes } = await openServerSession(["crash-on=textDocument/diagnostic"], {
      files,
    });
    const messages: (string | undefined)[] = [];
    for (let count = 0; count < 5; count += 1) {
      messages.push((await call("diagnostics", { paths: ["a.fake"] })).error?.message);
    }
    expect(startedIn(notes())).toHaveLength(3);
    expect(messages[4]).toMatch(/failed 3 times, so it isn't started again for some minutes/);
  });

  it("that floods is stopped before the memory is full", async () => {
    const behaviour = ["flood", "hang-on=textDocument/diagnostic"];
    const { call } = await openServerSession(behaviour, { files });
    const outcome = await call("diagnostics", { paths: ["a.fake"] });
    expect(outcome.error?.message).toMatch(/it was stopped: it sent too much unasked/);
  });

  it("that hangs is stopped after its time, and started again", async () => {
    const behaviour = ["hang-on=textDocument/documentSymbol"];
    const { call, notes } = await openServerSession(behaviour, {
      files,
      servers: { requestMs: 200 },
    });
    const hung = await call("symbols", { find: "definition", symbol: "nothing", path: "a.fake" });
    expect(hung.error).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("didn't answer textDocument/documentSymbol within 0.2 s"),
    });
    const [processId = 0] = startedIn(notes());
    await expect.poll(() => isAlive(processId), { timeout: 30_000 }).toBe(false);
    await call("diagnostics", { paths: ["a.fake"] });
    expect(startedIn(notes())).toHaveLength(2);
  });

  it("that hangs can be left by cancelling the call", async () => {
    const { session, notes } = await openServerSession(["hang-on=textDocument/diagnostic"], {
      files,
    });
    const call = session.call({ name: "diagnostics", input: { paths: ["a.fake"] } });
    await expect.poll(() => notes().length, { timeout: 30_000 }).toBeGreaterThan(1);
    call.cancel();
    expect((await call).status).toBe("cancelled");
  });

  it("that ignores every wish to end is killed", async () => {
    const { call, notes, languageServers } = await openServerSession(["stubborn"], { files });
    expect((await call("diagnostics", { paths: ["a.fake"] })).status).toBe("ok");
    const [processId = 0] = startedIn(notes());
    expect(isAlive(processId)).toBe(true);
    await languageServers.close();
    expect(isAlive(processId)).toBe(false);
  });

  it("that isn't used any more is stopped, and started again when it is", async () => {
    const { call, notes } = await openServerSession([], { files, servers: { idleMs: 50 } });
    await call("diagnostics", { paths: ["a.fake"] });
    const [processId = 0] = startedIn(notes());
    await expect.poll(() => isAlive(processId), { timeout: 30_000 }).toBe(false);
    expect(textOf(await call("diagnostics", { paths: ["a.fake"] }))).toContain("Unknown name");
    expect(startedIn(notes())).toHaveLength(2);
  });

  it("has at most 64 documents open, and is asked no more than it can answer", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`f${index}.fake`, "use nothing\n"]),
    );
    const { call, notes } = await openServerSession([], { files: many });
    const outcome = await call("diagnostics", { limit: 5 });
    expect(outcome.structured).toMatchObject({ errors: 80, checkedFiles: 81 });
    expect(notes().filter((note) => note === "close")).toHaveLength(81 - 64);
  });

  it("learns what changed on the disk, and what was installed", async () => {
    const { call, notes, put } = await openServerSession([], { files });
    await call("diagnostics", { paths: ["a.fake"] });
    put({ "b.fake": "def x\n", "node_modules/new/package.json": "{}" });
    await call("diagnostics", { paths: ["a.fake"] });
    expect(notes().filter((note) => note.startsWith("watched"))).toEqual([
      "watched 1 b.fake",
      "watched 1 package.json",
    ]);
  });

  it("may change no file and gets answers to all that it asks", async () => {
    const { call, notes } = await openServerSession([], { files });
    await call("diagnostics", { paths: ["a.fake"] });
    await call("diagnostics", { paths: ["a.fake"] });
    expect(notes().filter((note) => note.startsWith("answered"))).toHaveLength(3);
  });
});
