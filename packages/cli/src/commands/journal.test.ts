import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openJournal } from "@toolwright/workspace";
import { describe, expect, test } from "vitest";
import {
  type CommandBench,
  commandBench,
  projectPath,
  userPath,
} from "../../test/command-bench.ts";

async function afterThreeCalls(): Promise<CommandBench> {
  const bench = commandBench();
  bench.put("a.txt", "one\n");
  const lines = [
    { id: "r", tool: "read_file", input: { path: "a.txt" } },
    { id: "w", tool: "write_file", input: { path: "b.txt", content: "new\n" } },
    { id: "x", tool: "delete_path", input: { path: "a.txt" } },
  ];
  const stdin = lines.map((each) => `${JSON.stringify(each)}\n`).join("");
  await bench.runWith({ stdin }, "call", "--stdin", "--mode", "accept-edits");
  return bench;
}

interface Listed {
  readonly id: number;
  readonly callId: string;
  readonly sessionId: string;
  readonly status: string;
}

function parsedLines(output: string): readonly Listed[] {
  return output
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => JSON.parse(row) as Listed);
}

const journalOfBench = ({ home, workspace }: CommandBench): ReturnType<typeof openJournal> =>
  openJournal({ stateDirectory: join(home, ".local/state/toolwright"), workspace });

describe("journal", () => {
  test("that can't be opened is an error, also for undo, and no empty one", async () => {
    const bench = await afterThreeCalls();
    const place = join(bench.home, ".local/state/toolwright/journal");
    const [name = ""] = readdirSync(place);
    const file = join(place, name, "journal.db");
    for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true });
    execFileSync("mkfifo", [file]);
    for (const words of [["journal"], ["journal", "show", "1"], ["undo"], ["redo"]]) {
      const { status, output, errors } = await bench.run(...words);
      expect([words, status === 0, output]).toEqual([words, false, ""]);
      expect(errors).toMatch(/can't be used .*is a FIFO/);
      expect(errors).not.toContain("unexpected");
    }
  });

  test("lists what was done, newest first", async () => {
    const bench = await afterThreeCalls();
    const { status, output } = await bench.run("journal");
    expect(status).toBe(0);
    const rows = output.trimEnd().split("\n");
    expect(
      rows.map((row) => row.replaceAll(/\d{4}-\S+ \S+/g, "TIME").replaceAll(/ +/g, " ")),
    ).toEqual([
      "ID TIME (UTC) TOOL STATUS CHANGES WHAT",
      " 3 TIME delete_path refused delete a.txt",
      " 2 TIME write_file ok 1 write b.txt (create)",
      " 1 TIME read_file ok read a.txt",
    ]);
  });

  test("as JSON lines, by session, turn, number and whether something changed", async () => {
    const bench = await afterThreeCalls();
    const idsOf = async (...flags: readonly string[]): Promise<readonly number[]> =>
      parsedLines((await bench.run("journal", "--json", ...flags)).output).map(({ id }) => id);
    const [{ sessionId } = { sessionId: "" }] = parsedLines(
      (await bench.run("journal", "--json")).output,
    );
    await bench.run("call", "list_directory");
    expect(await idsOf()).toEqual([4, 3, 2, 1]);
    expect(await idsOf("--limit", "2")).toEqual([4, 3]);
    expect(await idsOf("--session", sessionId, "--turn", "1")).toEqual([3, 2, 1]);
    expect(await idsOf("--session", sessionId, "--turn", "2")).toEqual([]);
    expect(await idsOf("--changes")).toEqual([2]);
  });

  test("of a folder where nothing was done says so, and where one that was moved is found", async () => {
    const bench = await afterThreeCalls();
    const moved = `${bench.workspace}-moved`;
    renameSync(bench.workspace, moved);
    mkdirSync(bench.workspace);
    renameSync(bench.workspace, `${bench.workspace}-other`);
    const { status, errors } = await bench.run("journal", "--workspace", moved);
    expect(status).toBe(2);
    expect(errors).toContain(`The journal of ${moved} is empty.`);
    expect(errors).toContain(`--from ${bench.workspace}`);
    const old = await bench.run(
      "journal",
      "--workspace",
      moved,
      "--from",
      bench.workspace,
      "--json",
    );
    expect(parsedLines(old.output)).toHaveLength(3);
  });

  test.each([
    [["journal", "7"], "journal show 7"],
    [["journal", "--turn", "1"], "--session"],
    [["journal", "--limit", "none"], "whole number"],
    [["journal", "show"], "Name an entry: "],
    [["journal", "show", "99"], "There is no entry 99"],
    [["journal", "prune", "--older-than", "old"], "30m, 8h"],
    [["journal", "prune", "--max-size", "1"], "500MB"],
  ])("%j is a usage error that says what to type", async (argv, hint) => {
    const bench = await afterThreeCalls();
    const { status, errors } = await bench.run(...argv);
    expect([status, errors]).toEqual([2, expect.stringContaining(hint)]);
  });
});

describe("records", () => {
  test("show no secret, in contents nor in names of files, and neither does an undo", async () => {
    const bench = commandBench();
    const value = "Zq7Kw9Xv3Jp5Gt8Yb6Nd4Lm2";
    bench.put("a.txt", `before ${value}\n`);
    const lines = [
      { tool: "write_file", input: { path: "a.txt", content: "after\n", mode: "overwrite" } },
      { tool: "write_file", input: { path: `f-${value}.txt`, content: `x ${value}\n` } },
    ].map((each, at) => `${JSON.stringify({ id: `c${at}`, ...each })}\n`);
    await bench.runWith(
      { stdin: lines.join("") },
      "call",
      "--stdin",
      "--mode",
      "accept-edits",
      "--yes",
    );
    // It becomes known only now, as a value does whose file was written later.
    bench.put(".env", `API_TOKEN=${value}\n`);
    for (const words of [
      ["journal"],
      ["journal", "--json"],
      ["journal", "show", "1"],
      ["journal", "show", "1", "--json"],
      ["journal", "show", "2"],
      ["journal", "show", "2", "--json"],
      ["journal", "export"],
      ["journal", "export", "--format", "otel"],
      ["undo", "--dry-run"],
      ["undo", "--dry-run", "--json"],
      ["undo"],
      ["redo", "--dry-run"],
      ["redo"],
    ]) {
      const { output, errors } = await bench.run(...words);
      expect(output + errors, `of ${words.join(" ")}`).not.toContain(value.slice(4, 12));
      if (!words.includes("otel")) expect(output + errors).not.toBe("");
    }
    const { output } = await bench.run("journal", "show", "2");
    expect(output).toContain("f-«secret:API_TOKEN».txt");
  });
});

describe("journal show", () => {
  test("tells what was asked, decided and done", async () => {
    const bench = await afterThreeCalls();
    const { output } = await bench.run("journal", "show", "2");
    expect(output).toMatch(/^2 {2}write_file {2}ok/);
    expect(output).toContain('"path": "b.txt"');
    expect(output).toContain("decision: allow (mode 'accept-edits')");
    expect(output).toContain("because of: accept-edits mode");
    expect(output).toContain("outcome: ok");
    const json = await bench.run("journal", "show", "2", "--json");
    expect(JSON.parse(json.output)).toMatchObject({
      id: 2,
      callId: "w",
      status: "ok",
      changes: [{ before: { kind: "absent" }, after: { kind: "file", size: 4 } }],
    });
  });

  test("shows what changed as a diff, and what can't be undone", async () => {
    const bench = await afterThreeCalls();
    const journal = journalOfBench(bench);
    const file = (text: string, mode = 0o644) => ({
      kind: "file" as const,
      blob: journal.keep(Buffer.from(text)),
      size: text.length,
      mode,
    });
    const inside = (name: string): string => join(bench.workspace, name);
    journal.recordChanges(
      2,
      [
        { path: inside("b.txt"), before: { kind: "absent" }, after: file("new\n") },
        { path: inside("c.txt"), before: file("old\n"), after: file("new\n") },
        { path: inside("d.sh"), before: file("x"), after: file("x", 0o755) },
        { path: inside("e.txt"), before: file("gone\n"), after: { kind: "absent" } },
      ],
      ["A socket was made."],
    );
    journal.close();
    const { output } = await bench.run("journal", "show", "2");
    const changes = output.slice(output.indexOf("\nchanges\n"));
    expect(changes).toContain("created the file b.txt");
    expect(changes).toMatch(/changed c\.txt\n[^]*-.*old\n[^]*\+.*new/);
    expect(changes).toContain("changed (mode 644 to 755) d.sh");
    expect(changes).toContain("deleted the file e.txt");
    expect(changes).toContain("can't be undone: A socket was made.");
  });
});

test("journal sessions lists them, the latest first", async () => {
  const bench = await afterThreeCalls();
  await bench.run("call", "list_directory");
  const { output } = await bench.run("journal", "sessions", "--json");
  const sessions = output
    .trimEnd()
    .split("\n")
    .map((row) => JSON.parse(row) as { entryCount: number });
  expect(sessions.map(({ entryCount }) => entryCount)).toEqual([1, 3]);
  expect((await bench.run("journal", "sessions")).output).toMatch(/^SESSION .*ENTRIES\nsession-/);
});

test("journal prune deletes by flags, otherwise by the settings", async () => {
  const bench = await afterThreeCalls();
  expect((await bench.run("journal", "prune")).output).toContain("Nothing to delete");
  bench.put(userPath, { budgets: { journal: { maxAgeDays: 0 } } });
  const { output } = await bench.run("journal", "prune", "--json");
  expect(JSON.parse(output)).toMatchObject({ entries: 3 });
  expect((await bench.run("journal")).output).toBe("No entries match.\n");
  await bench.run("call", "list_directory");
  expect((await bench.run("journal", "--json")).output).toContain('{"id":4,');
});

describe("journal export", () => {
  test("prints entries with their changes, oldest first", async () => {
    const bench = await afterThreeCalls();
    const { output } = await bench.run("journal", "export");
    expect(parsedLines(output).map(({ callId }) => callId)).toEqual(["r", "w", "x"]);
    expect(JSON.parse(output.split("\n")[0] ?? "")).toMatchObject({ changes: [] });
  });

  test("prints spans of the GenAI conventions without inputs", async () => {
    const bench = await afterThreeCalls();
    const { output } = await bench.run("journal", "export", "--format", "otel");
    const spans = output
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row).resourceSpans[0].scopeSpans[0].spans[0]);
    expect(spans).toHaveLength(3);
    expect(spans[2]).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: "execute_tool delete_path",
      kind: 1,
      startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
      status: { code: 2, message: "permission-denied" },
    });
    expect(spans[0].attributes).toContainEqual({
      key: "gen_ai.operation.name",
      value: { stringValue: "execute_tool" },
    });
    expect(output).not.toContain("a.txt");
  });
});

describe("policy simulate", () => {
  test("says which decisions these settings would change, and why", async () => {
    const bench = await afterThreeCalls();
    const rules = bench.put("rules.json", {
      mode: "accept-edits",
      rules: [{ deny: "write(b.txt)" }, { allow: "delete(a.txt)" }],
    });
    const { status, output } = await bench.run("policy", "simulate", "--settings", rules);
    expect(status).toBe(0);
    expect(output).toContain("3 calls decided again in mode 'accept-edits': 2 would be");
    expect(output).toMatch(/3 {2}delete_path {2}ask -> allow/);
    expect(output).toMatch(
      /2 {2}write_file {2}allow -> deny[^\n]*\n {2}deny {2}write b\.txt.*because of: deny write\(b\.txt\)/,
    );
  });

  test("decides the calls of tapes again", async () => {
    const bench = await afterThreeCalls();
    const rules = bench.put("rules.json", { rules: [{ deny: "delete(a.txt)" }] });
    const sessions = await bench.run("journal", "sessions", "--json");
    const tapes = sessions.output
      .trim()
      .split("\n")
      .map(
        (line, at) => [(JSON.parse(line) as { readonly id: string }).id, `${at}.jsonl`] as const,
      );
    for (const [id, tape] of tapes)
      await bench.run("journal", "export", "--tape", tape, "--session", id);
    const files = tapes.map(([, tape]) => tape);
    const { output } = await bench.run("policy", "simulate", ...files, "--settings", rules);
    expect(output).toContain("3 calls decided again");
    expect(output).toMatch(/delete_path {2}ask -> deny/);
    expect(await bench.run("policy", "simulate", ...files, "--limit", "2")).toMatchObject({
      status: 2,
      errors: expect.stringContaining("--limit is for the journal"),
    });
    expect(await bench.run("policy", "simulate", "rules.json")).toMatchObject({
      status: 2,
      errors: expect.stringContaining("is no tape"),
    });
  });

  test("as JSON, with nothing changed under the same settings", async () => {
    const bench = await afterThreeCalls();
    const { output } = await bench.run("policy", "simulate", "--mode", "accept-edits", "--json");
    expect(JSON.parse(output)).toEqual({ mode: "accept-edits", calls: 3, changed: [] });
  });
});

test("a state directory that can't be used fails no call, and is told once", async () => {
  const bench = commandBench();
  bench.put("a.txt", "one\n");
  mkdirSync(join(bench.home, ".local/state/toolwright"), { recursive: true });
  writeFileSync(join(bench.home, ".local/state/toolwright/journal"), "");
  const { status, output, errors } = await bench.run("call", "read_file", "path=a.txt");
  expect([status, output]).toEqual([0, expect.stringContaining("one")]);
  expect(errors.match(/The journal in/g)).toHaveLength(1);
});

test("an untrusted project doesn't limit the journal", async () => {
  const bench = await afterThreeCalls();
  bench.put(projectPath, { budgets: { journal: { maxAgeDays: 0 } } });
  expect((await bench.run("journal", "prune")).output).toContain("Nothing to delete");
});
