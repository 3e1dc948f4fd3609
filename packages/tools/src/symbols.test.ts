import { describe, expect, it } from "vitest";
import { openServerSession } from "./fixtures/server-session.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { textOf } from "./fixtures/tool-session.ts";

const limits = { timeout: 60_000 };
const files = {
  "a.fake": "# one, not a symbol\ndef one\nuse one\n",
  "b.fake": "import a one\n",
  "d.fake": "def A.x\ndef B.x\n",
};

describe("symbols", limits, () => {
  it("finds all references by a name, with their lines", async () => {
    const { call } = await openServerSession([], { files });
    const outcome = await call("symbols", { find: "references", symbol: "one", path: "b.fake" });
    expect(textOf(outcome)).toBe(
      "a.fake\n  2: def one\n  3: use one\nb.fake\n  1: import a one\n\n3 lines in 2 files.",
    );
    expect(outcome.structured).toMatchObject({ total: 3 });
  });

  it("finds a definition from a use, with the code that follows", async () => {
    const { call } = await openServerSession([], { files });
    const outcome = await call("symbols", { find: "definition", symbol: "one", path: "b.fake" });
    expect(textOf(outcome)).toBe(
      "a.fake\n  2: def one\n  3: use one\n  4: \n\n1 definition in 1 file.",
    );
  });

  it("prefers the declaration, and takes a line where a name is meant otherwise", async () => {
    const { call } = await openServerSession([], { files });
    const ask = (line?: number) =>
      call("symbols", { find: "definition", symbol: "one", path: "a.fake", ...(line && { line }) });
    expect(textOf(await ask())).toContain("  2: def one");
    expect(textOf(await ask(3))).toContain("  2: def one");
    expect((await ask(4)).error?.message).toBe(
      "'one' isn't in line 4 of 'a.fake'. It is in lines 1, 2, 3.",
    );
  });

  it("says that a name isn't there, and that one is ambiguous", async () => {
    const { call } = await openServerSession([], { files });
    const missing = await call("symbols", { find: "references", symbol: "on", path: "a.fake" });
    expect(missing.error).toMatchObject({
      code: "input-invalid",
      message: "'on' isn't in 'a.fake'. Search for the name to find its file.",
    });
    const both = await call("symbols", { find: "definition", symbol: "x", path: "d.fake" });
    expect(both.error?.message).toBe(
      "'d.fake' declares 'x' more than once: lines 1 (in A), 2 (in B). Give line.",
    );
    const exact = { find: "definition", symbol: "B.x", path: "d.fake" };
    expect((await call("symbols", exact)).status).toBe("ok");
    const inside = await call("symbols", { find: "references", symbol: "C.one", path: "a.fake" });
    expect(inside.error?.message).toContain("'C.one' isn't in 'a.fake'");
  });

  it("shows no line of a file that may not be read", async () => {
    const { call } = await openServerSession([], {
      files: { ...files, "hidden.fake": "use one\n" },
      rules: [{ deny: "read(hidden.fake)" }],
    });
    const outcome = await call("symbols", { find: "references", symbol: "one", path: "a.fake" });
    expect(textOf(outcome)).not.toContain("hidden");
    expect(textOf(outcome)).toContain(
      "1 more is outside the workspace or in files that may not be read.",
    );
  });

  it("hides secrets in lines, also where it cuts them", async () => {
    const value = "Zq7Kw9Xv3Jp5Gt8Yb6Nd4Lm2";
    const { call } = await openServerSession([], {
      files: { "a.fake": `def one\nuse one ${"x".repeat(180)}${value}\nuse one ${value}\n` },
      environment: { API_TOKEN: value },
      hidesSecrets: true,
    });
    const outcome = await call("symbols", { find: "references", symbol: "one", path: "a.fake" });
    expect(textOf(outcome)).toContain("3: use one «secret:API_TOKEN»");
    expect(JSON.stringify(outcome)).not.toContain(value.slice(0, 4));
  });

  it("says what to do for a file without a server", async () => {
    const { call } = await openServerSession([], { files: { "a.txt": "one" } });
    const outcome = await call("symbols", { find: "references", symbol: "one", path: "a.txt" });
    expect(outcome.error).toMatchObject({
      code: "tool-not-available",
      message: "No language server is known for 'a.txt'. Search for the name as text instead.",
    });
  });
});

testToolContract("symbols", [
  { find: "references", symbol: "answer", path: "src/main.ts" },
  { find: "definition", symbol: "Some", path: "README.md" },
  { find: "definition", symbol: "x", path: ".env" },
  { find: "definition", symbol: "x", path: "src" },
]);
