import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openServerSession } from "./fixtures/server-session.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { textOf } from "./fixtures/tool-session.ts";

const limits = { timeout: 60_000 };
const files = {
  "a.fake": "def one\r\nuse one\r\n",
  "b.fake": "import a one\n",
  "c.fake": "one's\n",
};
const rename = { symbol: "one", new_name: "uno", path: "a.fake" };

describe("rename_symbol", limits, () => {
  it("changes all files as one call with a diff, and keeps their line ends", async () => {
    const previews: unknown[] = [];
    const { call, bytes } = await openServerSession([], {
      files: { ...files, "a.fake": "def one\nuse one\n" },
      answer: ({ preview }) => {
        previews.push(preview);
        return { outcome: "once" };
      },
    });
    const outcome = await call("rename_symbol", rename);
    expect(textOf(outcome)).toBe(
      "Renamed 'one' to 'uno': 3 places in 2 files.\nM a.fake\nM b.fake",
    );
    expect(outcome.effects.map(({ type }) => type)).toEqual(["write", "write", "run"]);
    expect(String(bytes("a.fake"))).toBe("def uno\nuse uno\n");
    expect(String(bytes("b.fake"))).toBe("import a uno\n");
    expect(String(bytes("c.fake"))).toBe("one's\n");
    expect(previews.at(-1)).toMatchObject({
      type: "diff",
      diff: expect.stringContaining("-def one\n"),
    });
  });

  it("changes nothing in plan mode, when rejected, and where one file may not be written", async () => {
    const cases = [
      { mode: "plan" as const },
      { answer: () => ({ outcome: "reject" }) as const },
      { mode: "accept-edits" as const, rules: [{ allow: "run(*)" }, { deny: "write(b.fake)" }] },
    ];
    for (const options of cases) {
      const { call, bytes } = await openServerSession([], { files, ...options });
      expect((await call("rename_symbol", rename)).status).toBe("refused");
      expect(String(bytes("b.fake"))).toBe(files["b.fake"]);
    }
  });

  it.each([
    ["rename-outside", "path-outside-workspace"],
    ["rename-elsewhere", "file-changed"],
    ["rename-files", "command-failed"],
  ])("refuses a whole rename of which a part is no rename: %s", async (behaviour, code) => {
    const { call, bytes, outside } = await openServerSession([behaviour], { files });
    writeFileSync(join(outside, "outside.fake"), "one\n");
    expect((await call("rename_symbol", rename)).error?.code).toBe(code);
    expect(String(bytes("b.fake"))).toBe(files["b.fake"]);
    expect(readFileSync(join(outside, "outside.fake"), "utf8")).toBe("one\n");
  });

  it("can't be led to a protected file", async () => {
    const { call, bytes } = await openServerSession(["rename-protected"], {
      files: { ...files, ".env": "one=1\n" },
      mode: "auto",
      rules: [{ allow: "run(*)" }, { allow: "tool(rename_symbol)" }],
    });
    expect((await call("rename_symbol", rename)).status).not.toBe("ok");
    expect(String(bytes(".env"))).toBe("one=1\n");
    expect(String(bytes("b.fake"))).toBe(files["b.fake"]);
  });

  it("is worked out again when a file changes while a person decides", async () => {
    let root = "";
    const session = await openServerSession([], {
      files,
      rules: [{ allow: "run(*)" }],
      answer: () => {
        const path = join(root, "b.fake");
        if (!readFileSync(path, "utf8").includes("# mine")) {
          writeFileSync(path, "# mine\nimport a one\n");
        }
        return { outcome: "once" };
      },
    });
    root = session.root;
    expect((await session.call("rename_symbol", rename)).status).toBe("ok");
    expect(String(session.bytes("b.fake"))).toBe("# mine\nimport a uno\n");
  });

  it("says that a name is the same, or none", async () => {
    const { call } = await openServerSession([], { files });
    const same = await call("rename_symbol", { ...rename, new_name: "one" });
    expect(same.error?.code).toBe("edit-no-change");
    const none = await call("rename_symbol", { ...rename, new_name: "a b" });
    expect(none.error?.code).toBe("input-invalid");
    expect(existsSync("a b")).toBe(false);
  });
});

testToolContract("rename_symbol", [
  { symbol: "answer", new_name: "reply", path: "src/main.ts" },
  { symbol: "Some", new_name: "a", path: "README.md" },
  { symbol: "x", new_name: "y", path: ".env" },
  { symbol: "x", new_name: "y", path: "missing" },
]);
