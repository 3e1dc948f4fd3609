import type { Grant, GrantStore } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { openServerSession } from "./fixtures/server-session.ts";
import { textOf } from "./fixtures/tool-session.ts";

const limits = { timeout: 60_000 };
const files = {
  "a.fake": "def one\nuse one\nuse old_fault\n",
  "b.fake": "import a one\n",
  "c.fake": "import a other_fault\n",
  "change.sh": "sed -i s/one/uno/ a.fake\n",
};

const report = (outcome: Parameters<typeof textOf>[0]): string =>
  /New problems after this change:\n.*/s.exec(textOf(outcome))?.[0] ?? "";

describe("after a call that changed files", limits, () => {
  it.each(["pull", "push"])(
    "its result tells the new problems, also of other files (%s)",
    async (how) => {
      const { call } = await openServerSession([how], { files });
      await call("diagnostics", {});
      await call("read_file", { path: "a.fake" });
      const edit = { path: "a.fake", old_string: "def one", new_string: "def uno" };
      const outcome = await call("edit_file", edit);
      expect(report(outcome)).toBe(
        [
          "New problems after this change:",
          "a.fake:2: error: Unknown name one [fake 7]",
          "b.fake:1: error: Unknown name one [fake 7]",
        ].join("\n"),
      );
      expect(outcome.metadata).toMatchObject({ newProblems: 2 });
    },
  );

  it("nothing is added when there is no new problem", async () => {
    const { call } = await openServerSession([], { files });
    await call("diagnostics", {});
    await call("read_file", { path: "a.fake" });
    const edit = { path: "a.fake", old_string: "use one", new_string: "use one\n# more" };
    const outcome = await call("edit_file", edit);
    expect(outcome.content).toHaveLength(1);
    expect(outcome.metadata).not.toHaveProperty("newProblems");
  });

  it("the server sees the files as they are now", async () => {
    const { call } = await openServerSession([], { files });
    await call("diagnostics", {});
    await call("read_file", { path: "a.fake" });
    await call("edit_file", { path: "a.fake", old_string: "def one", new_string: "def uno" });
    expect((await call("diagnostics", {})).structured).toMatchObject({ errors: 4 });
  });

  it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    ["a new file", "write_file", { path: "n.fake", content: "use x\n" }, "n.fake:1"],
    ["a deleted file", "delete_path", { path: "a.fake" }, "b.fake:1"],
    ["a moved file", "move_path", { from: "a.fake", to: "z.fake" }, "b.fake:1"],
    ["a command", "run_command", { command: "sed -i s/one/uno/ a.fake" }, "b.fake:1"],
    ["an unknown command", "run_command", { command: "sh change.sh" }, "b.fake:1"],
  ])("any tool may have made the change: %s", async (_title, tool, input, problem) => {
    const { call } = await openServerSession([], { files });
    await call("diagnostics", { paths: ["a.fake", "b.fake"] });
    expect(report(await call(tool, input))).toContain(problem);
  });

  it("no server is started without approval for it", async () => {
    const { call, notes } = await openServerSession([], {
      files,
      rules: [{ allow: "tool(write_file)" }],
    });
    expect(report(await call("write_file", { path: "n.fake", content: "use x\n" }))).toBe("");
    expect(notes()).toEqual([]);
  });

  it("a server is started where a rule allows its command", async () => {
    const { call, notes } = await openServerSession([], { files, rules: [{ allow: "run(*)" }] });
    const outcome = await call("write_file", { path: "n.fake", content: "use x\n" });
    expect(report(outcome)).toContain("n.fake:1: error: Unknown name x");
    expect(notes().length).toBeGreaterThan(0);
  });

  it.each([
    [undefined, "New problems"],
    [1, ""],
  ])(
    "a grant for the command starts a server, one for %s uses doesn't",
    async (usesLeft, expected) => {
      const grant: Grant = {
        id: "g",
        pattern: "run(*)",
        scope: "user",
        origin: "test",
        grantedAtMs: 0,
        ...(usesLeft !== undefined && { usesLeft }),
      };
      const grants: GrantStore = {
        list: async () => [grant],
        add: async () => {},
        remove: async () => true,
        use: async () => [],
      };
      const { call } = await openServerSession([], { files, session: { grants } });
      const outcome = await call("write_file", { path: "n.fake", content: "use x\n" });
      expect(report(outcome).slice(0, 12)).toBe(expected);
    },
  );

  it("nothing is told where the settings say so", async () => {
    const { call } = await openServerSession([], {
      files,
      rules: [{ allow: "run(*)" }],
      servers: { checksAfterEdits: false },
    });
    await call("diagnostics", {});
    expect(report(await call("write_file", { path: "n.fake", content: "use x\n" }))).toBe("");
  });

  it("a server that takes too long costs its time only", async () => {
    const { call } = await openServerSession(["hang-on=textDocument/diagnostic"], {
      files,
      rules: [{ allow: "run(*)" }],
      servers: { afterEditMs: 100 },
    });
    const outcome = await call("write_file", { path: "n.fake", content: "use x\n" });
    expect(outcome.status).toBe("ok");
    expect(report(outcome)).toBe("");
  });

  it("problems of files that may not be read are not told", async () => {
    const { call } = await openServerSession([], {
      files: { ...files, "hidden.fake": "import a one\n" },
      rules: [{ allow: "run(*)" }, { deny: "read(hidden.fake)" }],
    });
    expect(report(await call("delete_path", { path: "a.fake" }))).not.toContain("hidden");
  });

  it("the editor's view comes first", async () => {
    let seen = [{ line: 1, severity: "error" as const, message: "old" }];
    const { call, notes } = await openServerSession([], {
      files,
      session: {
        host: {
          diagnostics: async () => {
            const now = seen;
            seen = [...seen, { line: 2, severity: "error" as const, message: "from the editor" }];
            return now;
          },
        },
      },
    });
    const outcome = await call("write_file", { path: "n.fake", content: "use x\n" });
    expect(report(outcome)).toBe(
      "New problems after this change:\nn.fake:2: error: from the editor",
    );
    expect(notes()).toEqual([]);
  });
});
