import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openServerSession } from "./fixtures/server-session.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const limits = { timeout: 60_000 };
const files = {
  "a.fake": "def one\nuse one\nuse two\nuse two\nuse three\n",
  "sub/b.fake": "import a one\nWARN of something\n",
};

describe("diagnostics", limits, () => {
  it.each(["pull", "push"])(
    "groups problems by file, with alike ones on one line (%s)",
    async (how) => {
      const { call } = await openServerSession([how], { files });
      const outcome = await call("diagnostics", {});
      expect(textOf(outcome)).toBe(
        [
          "a.fake",
          "  3, 4: error: Unknown name two [fake 7]",
          "  5: error: Unknown name three [fake 7]",
          "sub/b.fake",
          "  1: error: Unknown name one [fake 7]",
          "  2: warning: WARN of something",
          "",
          "4 errors and 1 warning in 2 files (fake; 3 files checked).",
        ].join("\n"),
      );
      expect(outcome.structured).toMatchObject({ errors: 4, warnings: 1, checkedFiles: 3 });
    },
  );

  it("shows single files, errors only and no more than asked", async () => {
    const { call } = await openServerSession([], { files });
    expect(textOf(await call("diagnostics", { paths: ["sub/b.fake"], errors_only: true }))).toBe(
      "sub/b.fake\n  1: error: Unknown name one [fake 7]\n\n1 error in 1 file (fake; 1 file checked).",
    );
    expect(textOf(await call("diagnostics", { path: "a.fake", limit: 1 }))).toContain(
      "3 errors in 1 file (fake; 1 file checked).\n2 problems aren't shown",
    );
  });

  it("counts the same message in many files", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`f${index}.fake`, "use x\n"]),
    );
    const { call } = await openServerSession([], { files: many });
    expect(textOf(await call("diagnostics", {}))).toContain(
      "f2.fake\n  1: error: Unknown name x [fake 7]\n… the same in 3 more files: error: Unknown name x [fake 7]\n\n6 errors in 6 files",
    );
  });

  it("starts a server once, after a person has seen its command", async () => {
    const questions: string[][] = [];
    const { call } = await openServerSession([], {
      files,
      answer: ({ effects }) => {
        questions.push(effects.map(({ type }) => type));
        return { outcome: "once" };
      },
    });
    const first = await call("diagnostics", { paths: ["a.fake"] });
    expect(first.effects.map(({ type }) => type)).toEqual(["read", "read", "run"]);
    const second = await call("diagnostics", { paths: ["a.fake"] });
    expect(second.effects.map(({ type }) => type)).toEqual(["read", "read"]);
    expect(questions).toEqual([["run"]]);
  });

  it("starts nothing that a person rejects, a rule denies or plan mode forbids", async () => {
    const cases = [
      { answer: () => ({ outcome: "reject" }) as const },
      { rules: [{ deny: "run(* *)" }] },
      { mode: "plan" as const },
    ];
    for (const options of cases) {
      const { call, notes } = await openServerSession([], { files, ...options });
      expect(await call("diagnostics", { paths: ["a.fake"] })).toMatchObject({ status: "refused" });
      expect(notes()).toEqual([]);
    }
  });

  it("asks again before an unconfined server is started again", async () => {
    let questions = 0;
    const { call } = await openServerSession(["crash-on=textDocument/rename"], {
      files,
      answer: () => {
        questions += 1;
        return { outcome: "once" };
      },
    });
    await call("diagnostics", { paths: ["a.fake"] });
    const rename = { symbol: "one", new_name: "uno", path: "a.fake" };
    expect((await call("rename_symbol", rename)).error?.code).toBe("command-failed");
    await call("diagnostics", { paths: ["a.fake"] });
    expect(questions).toBe(2);
  });

  it("prefers the editor's view of a file", async () => {
    const seen = [{ line: 3, severity: "error" as const, message: "from the editor" }];
    const { call, notes } = await openServerSession([], {
      files,
      session: { host: { diagnostics: async () => seen } },
    });
    const outcome = await call("diagnostics", { paths: ["a.fake"] });
    expect(textOf(outcome)).toBe(
      "a.fake\n  3: error: from the editor\n\n1 error in 1 file (editor; 1 file checked).",
    );
    expect(notes()).toEqual([]);
  });

  it("says what to do where no checker is known, and for a missing file", async () => {
    const { call } = await openServerSession([], { files: { "a.txt": "" } });
    expect((await call("diagnostics", { paths: ["a.txt"] })).error).toMatchObject({
      code: "tool-not-available",
      message: expect.stringContaining("No language server or checker is known for 'a.txt'"),
    });
    expect((await call("diagnostics", { paths: ["no.fake"] })).error?.code).toBe("file-not-found");
  });

  it("shows nothing of a file that may not be read", async () => {
    const { call } = await openServerSession([], {
      files: { ...files, "hidden.fake": "use secret_name\n" },
      rules: [{ deny: "read(hidden.fake)" }],
    });
    const all = await call("diagnostics", {});
    expect(textOf(all)).not.toContain("secret_name");
    const named = await call("diagnostics", { paths: ["hidden.fake"] });
    expect(named.status).toBe("refused");
  });

  it("checks with the project's command where there is no server", async () => {
    const checker = [
      "#!/bin/sh",
      "echo \"src/a.ts(2,5): error TS2322: Type 'string' is not a number.\"",
      'echo "src/other.ts(1,1): error TS1: not asked for"',
      "exit 2",
    ].join("\n");
    const program = "node_modules/.bin/tsc";
    const { call, root } = await openToolSession({
      files: { "tsconfig.json": "{}", "src/a.ts": "", "src/other.ts": "", [program]: checker },
      servers: {},
    });
    chmodSync(join(root, program), 0o755);
    const outcome = await call("diagnostics", { paths: ["src/a.ts"] });
    expect(textOf(outcome)).toBe(
      "src/a.ts\n  2: error: Type 'string' is not a number. [TS2322]\n\n1 error in 1 file (tsc; 1 file checked).",
    );
    expect(outcome.effects).toContainEqual(
      expect.objectContaining({ type: "run", words: [program, "--noEmit", "--pretty", "false"] }),
    );
  });
});

testToolContract("diagnostics", [
  { paths: ["src/main.ts"] },
  { paths: ["README.md", "src"] },
  { paths: ["missing.ts"] },
  { paths: [".env"] },
  { paths: ["../outside/secret.txt"] },
]);
