import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createApprovalQueue, createPolicy, createRegistry, createSession } from "@toolwright/core";
import type { HookFacts } from "@toolwright/core/internal";
import { openWorkspace } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { builtinTools } from "./builtin-tools.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

const text = (...names: readonly string[]): string => names.map((name) => `${name}\n`).join("");

async function opened(content: string | Uint8Array): Promise<ToolSession> {
  const session = await openToolSession({ files: { "f.txt": content } });
  await session.call("read_file", { path: "f.txt" });
  return session;
}

const edit = (old_string: string, new_string: string) => ({
  path: "f.txt",
  old_string,
  new_string,
});

describe("an edit of a file that somebody else has changed since it was read", () => {
  it("is put together with a change of other lines, which the result shows", async () => {
    const { call, bytes, put, session } = await opened(text("a", "b", "c", "d", "e", "f"));
    put({ "f.txt": text("new", "a", "b", "c", "d", "e", "F") });
    const outcome = await call("edit_file", edit("c\nd", "C\nD\nD2"));
    expect(outcome.error).toBeNull();
    expect(bytes("f.txt").toString()).toBe(text("new", "a", "b", "C", "D", "D2", "e", "F"));
    expect(textOf(outcome)).toBe(
      [
        "Edited 'f.txt' in 1 place (matched exactly; +3 -2 lines). New text at lines 4 to 6.",
        "Merged with a change that somebody else made since you read the file, now at line 1, line 8:",
        "@@ -1,6 +1,7 @@",
        "+new",
        " a",
        " b",
        " c",
        " d",
        " e",
        "-f",
        "+F",
      ].join("\n"),
    );
    expect(outcome.structured).toMatchObject({
      mergedLines: [
        { startLine: 1, endLine: 1 },
        { startLine: 8, endLine: 8 },
      ],
    });
    expect(outcome.display).toMatchObject({ diff: expect.not.stringContaining("+F") });
    // Shown, so known: the next edit needs no new read.
    expect((await call("edit_file", edit("F", "G"))).error).toBeNull();
    await session.close();
  });

  it("is refused when it touches the same lines, with what somebody else did", async () => {
    const { call, bytes, put } = await opened(text("a", "b", "c"));
    put({ "f.txt": text("a", "theirs", "c") });
    const { error } = await call("edit_file", edit("b", "ours"));
    expect(error?.code).toBe("file-changed");
    expect(error?.message).toContain("in or next to the lines of this edit");
    expect(error?.message).toContain(" a\n-b\n+theirs\n c\n");
    expect(bytes("f.txt").toString()).toBe(text("a", "theirs", "c"));
  });

  it("is refused when it isn't about what was read", async () => {
    const { call, bytes, put } = await opened(text("a", "b", "c"));
    put({ "f.txt": text("a", "b", "c", "", "theirs") });
    const { error } = await call("edit_file", edit("theirs", "ours"));
    expect(error?.code).toBe("file-changed");
    expect(error?.message).toContain("old_string is not in the version you read");
    expect(bytes("f.txt").toString()).toBe(text("a", "b", "c", "", "theirs"));
  });

  it("is nothing to do when somebody else has made it already", async () => {
    const { call, put } = await opened(text("a", "b", "c"));
    put({ "f.txt": text("a", "B", "c") });
    const { error } = await call("edit_file", edit("b", "B"));
    expect(error?.code).toBe("edit-no-change");
    expect(error?.message).toContain("Somebody else has already made the same change");
  });

  it("is refused when the file was rewritten, in another encoding, or as no text", async () => {
    const long = Array.from({ length: 30 }, (_, index) => `line ${index} ü`);
    for (const foreign of [
      text("something", "else"),
      Buffer.from(`\ufeff${text(...long)}`, "utf16le"),
      Buffer.from([0, 1, 2]),
      "",
    ]) {
      const { call, bytes, put } = await opened(text(...long));
      put({ "f.txt": foreign });
      const { error } = await call("edit_file", edit("line 7 ü", "ours"));
      expect(error?.code).toBe("file-changed");
      expect(bytes("f.txt")).toEqual(Buffer.from(foreign));
    }
  });

  it("keeps their line ends, and fits its own to them", async () => {
    const { call, bytes, put } = await opened("a\r\nb\r\nc\r\nd\r\n");
    put({ "f.txt": "a\r\nb\r\nc\r\nD\r\n" });
    await call("edit_file", edit("a", "1\n2"));
    expect(bytes("f.txt").toString()).toBe("1\r\n2\r\nb\r\nc\r\nD\r\n");
  });

  it("is refused for a file too large to be kept", async () => {
    const large = `start\n${"some line of text\n".repeat(300_000)}`;
    const { call, put } = await opened(large);
    put({ "f.txt": `${large}theirs\n` });
    const { error } = await call("edit_file", edit("start", "START"));
    expect(error?.code).toBe("file-changed");
    expect(error?.message).toContain("was not kept");
  });

  it("shows only the beginning of a large foreign change", async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index}`);
    const { call, put } = await opened(text("first", ...lines));
    put({
      "f.txt": text("first", ...lines.map((line, index) => (index > 900 ? line : `x${line}`))),
    });
    const { error } = await call("edit_file", edit("line 5\n", "ours\n"));
    expect(error?.message).toMatch(/\n… [\d,]+ more lines of this diff\n/);
    expect(error?.message.length).toBeLessThan(12_000);
  });

  it("is worked out again when the change comes while a person is asked", async () => {
    const { call, session, root, bytes } = await opened(text("a", "b", "c", "d"));
    let questions = 0;
    session.approvals.watch({
      asked: () => {
        questions += 1;
        if (questions === 1) writeFileSync(join(root, "f.txt"), text("a", "b", "c", "d", "theirs"));
      },
    });
    const outcome = await call("edit_file", edit("a", "A"));
    expect(outcome.error).toBeNull();
    expect(questions).toBe(2);
    expect(bytes("f.txt").toString()).toBe(text("A", "b", "c", "d", "theirs"));
  });
});

describe("a formatter that runs after an edit", () => {
  /** Writes tabs for spaces, as a hook. */
  const formatter = (reformats: boolean) => {
    const place = { root: "" };
    const run = ({ tool }: HookFacts): undefined => {
      if (tool.kind !== "edit") return;
      const path = join(place.root, "f.txt");
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/^ +/gm, "\t"));
    };
    return { place, hooks: { after: [{ name: "tabs", reformats, run }] } };
  };

  it("registered as such is nobody else: the next edit just happens, on what is there", async () => {
    const { place, hooks } = formatter(true);
    const files = { "f.txt": "if\n  a\n  b\n" };
    const { call, bytes, root } = await openToolSession({ files, hooks });
    place.root = root;
    await call("read_file", { path: "f.txt" });
    const first = await call("edit_file", edit("  a", "  A"));
    expect(textOf(first)).toContain("Note: after this, 'tabs' reformatted f.txt.");
    const second = await call("edit_file", edit("  b", "  B"));
    expect(second.error).toBeNull();
    expect(textOf(second)).not.toContain("Merged");
    expect(bytes("f.txt").toString()).toBe("if\n\tA\n\tB\n");
    const whole = await call("write_file", { path: "f.txt", content: "new\n" });
    expect(whole.error).toBeNull();
  });

  it("otherwise is somebody else", async () => {
    const { place, hooks } = formatter(false);
    const files = { "f.txt": "if\n  a\n  b\n" };
    const { call, root } = await openToolSession({ files, hooks });
    place.root = root;
    await call("read_file", { path: "f.txt" });
    await call("edit_file", edit("  a", "  A"));
    const whole = await call("write_file", { path: "f.txt", content: "new\n" });
    expect(whole.error?.code).toBe("file-changed");
  });
});

describe("two sessions", () => {
  /** Another session on the same files, as of another program. */
  async function another(root: string): Promise<ToolSession["call"]> {
    const registry = createRegistry();
    await registry.register(await builtinTools());
    const approvals = createApprovalQueue();
    approvals.attach({ name: "test", ask: () => Promise.resolve({ outcome: "once" }) });
    const session = await createSession({
      registry,
      approvals,
      workspace: openWorkspace({ roots: [root], stateDirectory: join(root, "../state") }),
      policy: createPolicy({ mode: "default", roots: [root], layers: [] }),
    });
    return (name, input) => session.call({ name, input }).outcome;
  }

  const lines = text(...Array.from({ length: 9 }, (_, index) => `line ${index}`));

  /** Makes both calls at once; one that came too late in the last instant is made again. */
  async function bothAtOnce(
    one: () => ReturnType<ToolSession["call"]>,
    other: () => ReturnType<ToolSession["call"]>,
  ): Promise<void> {
    const outcomes = await Promise.all([one(), other()]);
    for (const [index, { error }] of outcomes.entries()) {
      if (error === null) continue;
      expect(error.code).toBe("file-changed");
      expect((await (index === 0 ? one : other)()).error).toBeNull();
    }
  }

  it("that edit one file at once lose nothing: both changes are there, or one is told", async () => {
    for (let round = 0; round < 20; round++) {
      const { call, bytes, root } = await opened(lines);
      const other = await another(root);
      await other("read_file", { path: "f.txt" });
      await bothAtOnce(
        () => call("edit_file", edit("line 1\n", "ours\n")),
        () => other("edit_file", edit("line 7\n", "theirs\n")),
      );
      expect(bytes("f.txt").toString()).toBe(
        lines.replace("line 1\n", "ours\n").replace("line 7\n", "theirs\n"),
      );
    }
  });

  it("that change the same line: one is made, the other told, and what is there now", async () => {
    for (let round = 0; round < 20; round++) {
      const { call, bytes, root } = await opened(text("a", "b", "c"));
      const other = await another(root);
      await other("read_file", { path: "f.txt" });
      const calls = [
        () => call("edit_file", edit("b", "ours")),
        () => other("edit_file", edit("b", "theirs")),
      ];
      const outcomes = await Promise.all(calls.map((start) => start()));
      const loser = outcomes[0]?.error === null ? 1 : 0;
      expect(outcomes[loser]?.error?.code).toBe("file-changed");
      expect(outcomes[1 - loser]?.error).toBeNull();
      const winner = loser === 1 ? "ours" : "theirs";
      expect(bytes("f.txt").toString()).toBe(text("a", winner, "c"));
      const again = await calls[loser]?.();
      expect(again?.error?.code).toBe("file-changed");
      expect(again?.error?.message).toContain(`+${winner}`);
    }
  });

  it("that patch and edit one file at once lose nothing either", async () => {
    for (let round = 0; round < 20; round++) {
      const { call, bytes, root } = await opened(lines);
      const other = await another(root);
      const patch =
        "*** Begin Patch\n*** Update File: f.txt\n@@\n line 6\n-line 7\n+theirs\n line 8\n*** Add File: g.txt\n+g\n*** End Patch";
      await bothAtOnce(
        () => call("edit_file", edit("line 1\n", "ours\n")),
        () => other("apply_patch", { patch }),
      );
      expect(bytes("f.txt").toString()).toBe(
        lines.replace("line 1\n", "ours\n").replace("line 7\n", "theirs\n"),
      );
      expect(bytes("g.txt").toString()).toBe("g\n");
    }
  });
});
