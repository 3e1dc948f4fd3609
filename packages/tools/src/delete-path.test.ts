import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("delete_path", () => {
  it("deletes a file, and says so", async () => {
    const { call, root, events } = await openToolSession({ files: { "src/a.ts": "a" } });
    const outcome = await call("delete_path", { path: "src/a.ts" });
    expect(textOf(outcome)).toBe("Deleted the file 'src/a.ts'.");
    expect(outcome.structured).toEqual({ path: "src/a.ts", kind: "file", entries: 0 });
    expect(outcome.effects).toMatchObject([{ type: "delete", isDirectory: false }]);
    expect(existsSync(join(root, "src/a.ts"))).toBe(false);
    const prepared = events.find((event) => event.type === "invocation-prepared");
    expect(prepared).toMatchObject({ summary: "Delete src/a.ts" });
  });

  it("deletes a directory that isn't empty only when told so, and counts what was in it", async () => {
    const { call, root, events } = await openToolSession({
      files: { "build/a.js": "", "build/deep/b.js": "", "build/deep/c.js": "" },
    });
    symlinkSync("../build", join(root, "build/link"));
    const refused = await call("delete_path", { path: "build" });
    expect(refused.error).toMatchObject({ code: "not-a-file", details: { entries: 5 } });
    expect(refused.error?.message).toBe(
      "'build' is a directory with 3 files, 1 directory and 1 link or special file. Set recursive: true to delete all of it.",
    );
    expect(existsSync(join(root, "build/a.js"))).toBe(true);
    const outcome = await call("delete_path", { path: "build", recursive: true });
    expect(textOf(outcome)).toBe(
      "Deleted the directory 'build', which held 3 files, 1 directory and 1 link or special file.",
    );
    expect(events.findLast((event) => event.type === "invocation-prepared")).toMatchObject({
      summary: "Delete build: 3 files, 1 directory and 1 link or special file",
    });
    expect(readdirSync(root)).toEqual([]);
  });

  it("deletes an empty directory without being told more", async () => {
    const { call, root } = await openToolSession();
    mkdirSync(join(root, "empty"));
    expect(textOf(await call("delete_path", { path: "empty" }))).toBe(
      "Deleted the directory 'empty'.",
    );
    expect(readdirSync(root)).toEqual([]);
  });

  it("deletes a link itself, and a FIFO", async () => {
    const { call, root, bytes } = await openToolSession({ files: { "src/a.ts": "a" } });
    symlinkSync("src", join(root, "folder"));
    symlinkSync("none", join(root, "dangling"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    for (const path of ["folder", "dangling", "pipe"]) {
      expect((await call("delete_path", { path, recursive: true })).error).toBeNull();
    }
    expect(readdirSync(root)).toEqual(["src"]);
    expect(bytes("src/a.ts").toString()).toBe("a");
  });

  it("deletes neither the root, nor what holds it, nor what lies behind a link out", async () => {
    const { call, root, outside } = await openToolSession({ files: { "a.txt": "a" } });
    writeFileSync(join(outside, "b.txt"), "b");
    symlinkSync(outside, join(root, "out"));
    for (const path of [".", "..", root, "/"]) {
      const outcome = await call("delete_path", { path, recursive: true });
      expect([path, outcome.status, outcome.error?.code]).toEqual([
        path,
        "refused",
        "permission-denied",
      ]);
    }
    expect((await call("delete_path", { path: "out/b.txt" })).error?.code).toBe(
      "path-outside-workspace",
    );
    expect(readdirSync(outside).toSorted()).toEqual(["b.txt", "ws"]);
  });

  it("names near names for what isn't there", async () => {
    const { call } = await openToolSession({ files: { "src/index.ts": "" } });
    const outcome = await call("delete_path", { path: "src/indx.ts" });
    expect(outcome.error?.code).toBe("file-not-found");
    expect(outcome.error?.message).toContain("index.ts");
  });

  it("asks for a protected file in a directory by its own name", async () => {
    const { call, session, bytes } = await openToolSession({
      files: { "config/.env": "TOKEN=1", "config/a.json": "{}" },
      mode: "auto",
    });
    const asked: unknown[] = [];
    session.approvals.watch({ asked: ({ effects }) => void asked.push(...effects) });
    const outcome = await call("delete_path", { path: "config", recursive: true });
    expect(outcome.status).toBe("ok");
    expect(asked).toMatchObject([
      { type: "delete", path: expect.stringMatching(/config\/\.env$/) },
    ]);
    expect(() => bytes("config/.env")).toThrow("ENOENT");
  });

  it("is stopped by a rule about something in the directory", async () => {
    const { call, bytes } = await openToolSession({
      files: { "vendor/lib/a.js": "a" },
      rules: [{ deny: "delete(vendor/lib/**)" }],
    });
    const outcome = await call("delete_path", { path: "vendor", recursive: true });
    expect(outcome.status).toBe("refused");
    expect(bytes("vendor/lib/a.js").toString()).toBe("a");
  });

  it("deletes nothing when something comes into the directory while a person is asked", async () => {
    const { call, session, root, bytes } = await openToolSession({ files: { "d/a.txt": "a" } });
    session.approvals.watch({ asked: () => writeFileSync(join(root, "d/mine.txt"), "mine") });
    const outcome = await call("delete_path", { path: "d", recursive: true });
    expect(outcome.error?.code).toBe("file-changed");
    expect(bytes("d/mine.txt").toString()).toBe("mine");
    expect(bytes("d/a.txt").toString()).toBe("a");
  });

  it("deletes a file as it is when a person was asked, not a later one", async () => {
    const { call, session, root, bytes } = await openToolSession({ files: { "a.txt": "a" } });
    let questions = 0;
    session.approvals.watch({
      asked: () => writeFileSync(join(root, "a.txt"), `changed ${++questions}`),
    });
    const outcome = await call("delete_path", { path: "a.txt" });
    expect(outcome.error?.code).toBe("file-changed");
    expect(questions).toBe(8);
    expect(bytes("a.txt").toString()).toBe("changed 8");
  });
});

testToolContract("delete_path", [
  { path: "README.md" },
  { path: "src", recursive: true },
  { path: "folder" },
  { path: ".", recursive: true },
  { path: "../outside", recursive: true },
]);
