import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { tapeWorld } from "./fixtures/tape-world.ts";
import { readTape } from "./read-tape.ts";
import type { TapeCall, TapeContent, TapeFile, TapeLine } from "./tape.ts";

interface Read {
  readonly text: string;
  readonly calls: readonly TapeCall[];
  readonly files: ReadonlyMap<string, TapeFile>;
  readonly contents: ReadonlyMap<string, TapeContent>;
}

async function read(file: string): Promise<Read> {
  const lines: TapeLine[] = [];
  for await (const line of (await readTape(file)).lines()) lines.push(line);
  const files = lines.filter((line) => line.type === "file");
  const contents = lines.filter((line) => line.type === "content");
  return {
    text: readFileSync(file, "utf8"),
    calls: lines.flatMap((line) => (line.type === "call" ? [line] : [])),
    files: new Map(files.map((each) => [each.path, each])),
    contents: new Map(contents.map((each) => [each.sha256, each])),
  };
}

function textAt({ files, contents }: Read, path: string): string | undefined {
  const state = files.get(path)?.state;
  return state?.kind === "file" ? contents.get(state.content ?? "")?.text : undefined;
}

test("has the calls in order, with their changes, and the files as the session found them", async () => {
  const world = tapeWorld({ "src/a.txt": "one\n", "src/b.txt": "bee\n", "unread.txt": "x\n" });
  await world.session(async (_, call) => {
    await call("read_file", { path: "src/a.txt" }, "r");
    await call("edit_file", { path: "src/a.txt", old_string: "one", new_string: "two" }, "e");
    await call("write_file", { path: "src/new.txt", content: "new\n" }, "w");
    await call("delete_path", { path: "src/b.txt" }, "d");
  });
  world.write("src/a.txt", "changed by somebody else\n");
  const tape = await read(await world.exported());
  expect(tape.calls.map(({ id, tool, status }) => [id, tool, status])).toEqual([
    ["r", "read_file", "ok"],
    ["e", "edit_file", "ok"],
    ["w", "write_file", "ok"],
    ["d", "delete_path", "ok"],
  ]);
  expect(textAt(tape, "«root»/src/a.txt")).toBe("one\n");
  expect(textAt(tape, "«root»/src/b.txt")).toBe("bee\n");
  expect([...tape.files.keys()]).not.toContain("«root»/src/new.txt");
  expect([...tape.files.keys()]).not.toContain("«root»/unread.txt");
  const [, edit, created] = tape.calls;
  expect(edit).toMatchObject({
    decision: { decision: "ask" },
    approvals: [{ outcome: "once" }],
    changes: [{ path: "«root»/src/a.txt", before: { kind: "file" }, after: { kind: "file" } }],
  });
  expect(created?.changes).toMatchObject([{ before: { kind: "absent" } }]);
  expect(tape.text).not.toContain(world.root);
});

test("has the files of a session that later ones and an undo have changed", async () => {
  const world = tapeWorld({ "a.txt": "one\n" });
  await world.session(async (toolwright, call) => {
    await call("write_file", { path: "b.txt", content: "b\n" }, "w");
    await toolwright.undo();
    await call("read_file", { path: "a.txt" }, "r");
    await call("search_text", { pattern: "one" }, "s");
  });
  const file = await world.exported();
  await world.session(async (_, call) => {
    await call("read_file", { path: "a.txt" });
    await call("edit_file", { path: "a.txt", old_string: "one", new_string: "later" });
  });
  expect(textAt(await read(file), "«root»/a.txt")).toBe("one\n");
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.filter((line) => line.startsWith('{"type":"undo"'))).toHaveLength(1);
});

test("has what git doesn't ignore for a search and for an unknown command", async () => {
  const world = tapeWorld({ "a.txt": "a\n", ".gitignore": "big/\n", "big/x": "x", "sub/b": "b\n" });
  world.write("sub/bytes", Uint8Array.of(0, 255, 1));
  world.write("huge", "y".repeat(2 * 1024 * 1024));
  symlinkSync("a.txt", join(world.root, "link"));
  await world.session((_, call) => call("search_text", { pattern: "a" }).then(() => undefined));
  const tape = await read(await world.exported());
  expect(textAt(tape, "«root»/sub/b")).toBe("b\n");
  expect(tape.files.get("«root»/huge")?.state).toMatchObject({ omitted: "too large" });
  expect(tape.files.get("«root»/link")?.state).toEqual({ kind: "link", target: "a.txt" });
  expect([...tape.files.keys()]).not.toContain("«root»/big/x");
  const bytes = tape.files.get("«root»/sub/bytes")?.state;
  expect(bytes?.kind === "file" && tape.contents.get(bytes.content ?? "")?.base64).toBe("AP8B");
});

const secrets = {
  variable: "variable-secret-83f1c2",
  file: "file-secret-5510aa-zz",
  shaped: `ghp_${"a1B2c3D4e5F6".repeat(3)}`,
};

test("has no secret anywhere", async () => {
  const world = tapeWorld(
    {
      ".env": `FILE_TOKEN=${secrets.file}\n`,
      "notes.txt": `a ${secrets.file} b ${secrets.shaped}\n`,
    },
    { SERVICE_API_KEY: secrets.variable },
  );
  world.write("data.bin", Buffer.concat([Buffer.of(0, 200, 1), Buffer.from(secrets.file)]));
  world.write(`dir-${secrets.file}/x.txt`, `${Buffer.from(secrets.file).toString("base64")}\n`);
  await world.session(
    async (_, call) => {
      await call("read_file", { path: "notes.txt" }, "n");
      await call("read_file", { path: ".env" }, "v");
      await call("write_file", { path: "out.txt", content: `x ${secrets.shaped}\n` }, "o");
      await call(
        "run_command",
        { command: `unknown-program ${secrets.variable} ${secrets.file}` },
        "c",
      );
      await call("search_text", { pattern: "secret" }, "s");
      await call("read_file", { path: "data.bin" }, "b");
      await call("delete_path", { path: `no-${secrets.file}` }, "d");
    },
    {
      approver: ({ callId }) =>
        callId === "c"
          ? { outcome: "reject", feedback: `not with ${secrets.variable}` }
          : { outcome: "once" },
    },
  );
  const file = await world.exported();
  const { text, files, calls } = await read(file);
  for (const secret of Object.values(secrets)) {
    expect(text).not.toContain(secret);
    for (const form of ["base64", "hex"] as const)
      expect(text).not.toContain(Buffer.from(secret).toString(form).replace(/=+$/, ""));
  }
  expect(text).toContain("not with «secret:SERVICE_API_KEY»");
  expect(text).not.toContain(world.home);
  expect(calls).toHaveLength(7);
  expect(files.get("«root»/.env")?.state).toMatchObject({ content: null, omitted: "protected" });
  expect(files.get("«root»/data.bin")?.state).toMatchObject({ omitted: "holds a secret" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file)).filter((name) => name.includes(".tmp"))).toEqual([]);
});

test("is written where nothing else is known of the session", async () => {
  const world = tapeWorld({ "a.txt": "a\n" });
  await world.session((_, call) => call("read_file", { path: "a.txt" }).then(() => undefined));
  rmSync(join(world.root, "a.txt"));
  const tape = await read(await world.exported());
  expect(tape.calls).toHaveLength(1);
  expect([...tape.files]).toEqual([]);
});
