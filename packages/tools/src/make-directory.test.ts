import { execFileSync } from "node:child_process";
import { existsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("make_directory", () => {
  it("makes a directory with those above it", async () => {
    const { call, root } = await openToolSession();
    const outcome = await call("make_directory", { path: "a/b/c" });
    expect(textOf(outcome)).toBe("Made the directory 'a/b/c'.");
    expect(outcome.structured).toEqual({ path: "a/b/c", isNew: true });
    expect(outcome.effects).toMatchObject([{ type: "write", operation: "create" }]);
    expect(statSync(join(root, "a/b/c")).isDirectory()).toBe(true);
  });

  it("says of one that exists that it does, and asks nobody", async () => {
    const { call, root, events } = await openToolSession({ files: { "src/a.ts": "" } });
    symlinkSync("src", join(root, "link"));
    for (const path of ["src", "link", "."]) {
      const outcome = await call("make_directory", { path });
      expect(textOf(outcome)).toBe(`The directory '${path}' already exists; nothing was made.`);
      expect(outcome.effects).toEqual([]);
    }
    expect(events.some(({ type }) => type === "approval-requested")).toBe(false);
  });

  it("refuses what is, or goes through, a file", async () => {
    const { call, root } = await openToolSession({ files: { "a.txt": "a" } });
    execFileSync("mkfifo", [join(root, "pipe")]);
    for (const path of ["a.txt", "a.txt/b", "pipe", "pipe/b"]) {
      const outcome = await call("make_directory", { path });
      expect(outcome.error?.code).toBe("input-invalid");
      expect(outcome.error?.message).toContain("not a directory");
    }
  });

  it("makes nothing that the rules deny, or that a link leads out to", async () => {
    const { call, root, outside } = await openToolSession({
      rules: [{ deny: "write(vendor/**)" }],
    });
    symlinkSync(outside, join(root, "out"));
    expect((await call("make_directory", { path: "vendor/lib" })).status).toBe("refused");
    expect((await call("make_directory", { path: "out/x" })).error?.code).toBe(
      "path-outside-workspace",
    );
    expect((await call("make_directory", { path: ".toolwright/x" })).status).toBe("refused");
    expect(existsSync(join(root, "vendor"))).toBe(false);
    expect(existsSync(join(outside, "x"))).toBe(false);
  });

  it("makes no directory literally called like a home", async () => {
    const { call, root } = await openToolSession();
    expect((await call("make_directory", { path: "~/x" })).error?.code).toBe("file-not-found");
    expect(existsSync(join(root, "~"))).toBe(false);
  });
});

testToolContract("make_directory", [
  { path: "new/deep" },
  { path: "src" },
  { path: "folder/sub" },
  { path: ".." },
]);
