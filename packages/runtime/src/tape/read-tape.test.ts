import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTape, type Tape } from "./read-tape.ts";
import type { TapeHeader, TapeLine } from "./tape.ts";
import { TapeWriter } from "./tape-writer.ts";

const header: TapeHeader = {
  tape: 1,
  toolwright: "0.1.0",
  session: "session-1",
  startedAtMs: 1,
  endedAtMs: 2,
  platform: "linux",
  roots: 1,
  mode: "default",
  profile: "canonical",
  rules: [],
  tools: [{ name: "read_file", sha256: null }],
  models: [],
};
const lines: readonly TapeLine[] = [
  { type: "file", path: "«root»/a", state: { kind: "directory", mode: 493 } },
  {
    type: "message",
    record: { type: "user", content: [{ type: "text", text: "«secret:KEY» é" }] },
  },
];

const call = {
  type: "call",
  session: "session-1",
  agent: "main",
  turn: 1,
  id: "a",
  tool: "t",
  input: {},
  status: "ok",
  effects: [{ type: "agent", agent: "a", colour: "red" }],
  decision: null,
  approvals: [],
  outcome: {
    status: "ok",
    content: [],
    error: null,
    metadata: { labels: ["web"] },
    durationMs: 1,
    staged: { changes: [] },
  },
  changes: [],
  notUndoable: [],
  startedAtMs: 1,
  endedAtMs: null,
};

function world(): { readonly file: string; readonly write: (text: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), "tape-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "t.jsonl");
  return {
    file,
    write: (text) => {
      writeFileSync(file, text);
      return file;
    },
  };
}

function written(file: string): string {
  using writer = new TapeWriter(file);
  writer.write(header);
  for (const line of lines) writer.write(line);
  writer.end();
  return readFileSync(file, "utf8");
}

async function linesOf(tape: Tape): Promise<readonly TapeLine[]> {
  const found: TapeLine[] = [];
  for await (const line of tape.lines()) found.push(line);
  return found;
}

test("gives back the lines that were written, and the names of secrets", async () => {
  const { file } = world();
  written(file);
  const tape = await readTape(file);
  expect(tape).toMatchObject({ header, isEdited: false, secrets: ["KEY"] });
  expect(await linesOf(tape)).toEqual(lines);
});

test("reads a tape whose line ends git has changed", async () => {
  const { file, write } = world();
  write(written(file).replaceAll("\n", "\r\n"));
  expect((await readTape(file)).isEdited).toBe(false);
});

test("tells a tape that was cut, wherever that was", async () => {
  const { file, write } = world();
  const text = written(file);
  const first = text.indexOf("\n") + 1;
  for (let length = first; length < text.length - 1; length += 1) {
    await expect(readTape(write(text.slice(0, length)))).rejects.toMatchObject({ code: "cut" });
  }
  for (const length of [0, 1, first - 2]) {
    await expect(readTape(write(text.slice(0, length)))).rejects.toMatchObject({ code: "damaged" });
  }
});

test("tells a tape that was edited, unless edits are allowed", async () => {
  const { file, write } = world();
  const text = written(file);
  const edits = [
    text.replace("493", "511"),
    text.replace(`${JSON.stringify(lines[0])}\n`, ""),
    text.replace('"lines":3', '"lines":4'),
    text.replace('"0.1.0"', '"0.1.1"'),
  ];
  for (const edit of edits) {
    await expect(readTape(write(edit))).rejects.toMatchObject({
      code: "edited",
      message: expect.stringContaining("--allow-edits"),
    });
    expect((await readTape(file, { allowsEdits: true })).isEdited).toBe(true);
  }
});

test("tells a tape of a newer version before it looks at anything else", async () => {
  const { write } = world();
  await expect(readTape(write('{"tape":2,"rolls":[]}\nno JSON'))).rejects.toMatchObject({
    code: "newer",
    message: expect.stringContaining("Update toolwright"),
  });
});

test("tells what is no tape", async () => {
  const { file, write } = world();
  const text = written(file);
  const end = text.lastIndexOf("\n", text.length - 2) + 1;
  const odd = [
    "",
    "hello",
    "[]",
    "null",
    '{"type":"call"}',
    `${text}{}\n`,
    `${text.slice(0, end)}{"type":"other"}\n${text.slice(end)}`,
    `${text.slice(0, end)}{"type":"file","path":"a","state":{"kind":"door"}}\n${text.slice(end)}`,
    `${text.slice(0, end)}{"type":"header"}\n${text.slice(end)}`,
    `${text.slice(0, end)}${JSON.stringify({ ...call, effects: [{ type: "teleport" }] })}\n${text.slice(end)}`,
    `${text.slice(0, end)}${JSON.stringify({ ...call, effects: [{ type: "read" }] })}\n${text.slice(end)}`,
    `${text.slice(0, end)}{"type":"constructor"}\n${text.slice(end)}`,
    `${text.slice(0, end)}{"type":\n${text.slice(end)}`,
  ];
  for (const each of odd)
    await expect(readTape(write(each), { allowsEdits: true })).rejects.toMatchObject({
      code: "damaged",
    });
  await expect(readTape(join(file, ".."))).rejects.toMatchObject({ code: "damaged" });
  await expect(readTape(`${file}.none`)).rejects.toMatchObject({ code: "missing" });
});

test("passes on fields of effects and outcomes that it doesn't know", async () => {
  const { file } = world();
  using writer = new TapeWriter(file);
  writer.write(header);
  writer.write(call as unknown as TapeLine);
  writer.end();
  expect(await linesOf(await readTape(file))).toEqual([call]);
});

test("leaves neither a tape nor anything beside it if writing ends early", () => {
  const { file } = world();
  {
    using writer = new TapeWriter(file);
    writer.write(header);
  }
  expect(() => readFileSync(file)).toThrow("ENOENT");
});
