import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalQuestion } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

async function openRepository(): Promise<ToolSession & { readonly asked: ApprovalQuestion[] }> {
  const opened = await openToolSession({ files: { "a.txt": "one\n" } });
  for (const words of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "first"],
  ]) {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
      cwd: opened.root,
    });
  }
  const asked: ApprovalQuestion[] = [];
  opened.session.approvals.watch({ asked: (question) => asked.push(question) });
  return { ...opened, asked };
}

describe("git", () => {
  it("looks at the repository unasked", async () => {
    const { call, put, asked } = await openRepository();
    put({ "a.txt": "two\n" });
    expect(textOf(await call("git", { args: ["status", "--short"] }))).toContain(" M a.txt");
    expect(textOf(await call("git", { args: ["diff"] }))).toContain("+two");
    expect(textOf(await call("git", { args: ["log", "--format=%s"] }))).toContain("first");
    expect(asked).toEqual([]);
  });

  it("asks before it changes something, with the command as it would be typed", async () => {
    const { call, put, asked } = await openRepository();
    put({ "b.txt": "b\n" });
    expect((await call("git", { args: ["add", "b.txt"] })).status).toBe("ok");
    expect(asked).toMatchObject([
      {
        summary: "Run git add b.txt",
        effects: [{ type: "run", program: "git", specified: false }],
      },
    ]);
    expect(textOf(await call("git", { args: ["status", "--short"] }))).toContain("A  b.txt");
  });

  it("takes words as they are: there is no shell", async () => {
    const { call, root } = await openRepository();
    const { error } = await call("git", {
      args: ["log", "--format=%s; touch pwned", "$(touch pwned)"],
    });
    expect(error?.code).toBe("command-failed");
    expect(existsSync(join(root, "pwned"))).toBe(false);
  });

  it("starts no program that the repository's configuration names when it only looks", async () => {
    const { call, root, asked } = await openRepository();
    const hijack = `sh -c 'touch ${root}/hijacked' --`;
    for (const key of [
      "diff.external",
      "core.fsmonitor",
      "diff.evil.textconv",
      "filter.evil.clean",
    ]) {
      execFileSync("git", ["config", key, hijack], { cwd: root });
    }
    writeFileSync(join(root, ".gitattributes"), "*.txt diff=evil filter=evil\n");
    writeFileSync(join(root, "a.txt"), "two\n");
    for (const args of [
      ["status"],
      ["diff"],
      ["--no-pager", "diff"],
      ["-c", "color.ui=never", "-P", "diff", "HEAD"],
      ["log", "-p"],
      ["show", "HEAD"],
      ["blame", "a.txt"],
    ]) {
      expect((await call("git", { args })).status).toBe("ok");
    }
    expect(asked).toEqual([]);
    expect(existsSync(join(root, "hijacked"))).toBe(false);
  });

  it("runs nothing where the repository's settings have changed since it was decided", async () => {
    const { call, root, session } = await openRepository();
    session.subscribe(({ type }) => {
      if (type !== "invocation-prepared") return;
      execFileSync("git", ["config", "man.viewer", "evil"], { cwd: root });
    });
    const { error } = await call("git", { args: ["status"] });
    expect(error).toMatchObject({
      code: "file-changed",
      message: expect.stringContaining("Try again"),
    });
  });

  it.each([
    [["-c", "core.pager=sh", "log"]],
    [["--exec-path=.", "status"]],
    [["diff", "--output=pwned"]],
    [["grep", "-Osh", "x"]],
    [["-C", "/", "status"]],
  ])("asks for %j, which isn't just a look", async (args) => {
    const { call, asked } = await openRepository();
    await call("git", { args });
    expect(asked).toHaveLength(1);
  });
});

testToolContract("git", [{ args: ["--version"] }, { args: ["no-such-command"] }]);
