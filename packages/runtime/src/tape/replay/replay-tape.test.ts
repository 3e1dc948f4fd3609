import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool } from "@toolwright/core";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, it } from "vitest";
import { tapeWorld, type TapeWorld } from "../fixtures/tape-world.ts";

const files = { "src/a.txt": "one\n", "src/b.txt": "bee\n", "notes/n.md": "# n\n" };

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

/** A session that reads, searches, changes, fails, is refused and undone. */
async function work(world: TapeWorld): Promise<string> {
  await world.session(
    async (toolwright, call) => {
      await call("read_file", { path: "src/a.txt" }, "read");
      await call("edit_file", { path: "src/a.txt", old_string: "one", new_string: "two" }, "edit");
      await call(
        "edit_file",
        { path: "src/a.txt", old_string: "two", new_string: "three" },
        "edit-2",
      );
      await call("search_text", { pattern: "three|bee" }, "search");
      await call("list_directory", { path: "." }, "list");
      await call("write_file", { path: "new/x.txt", content: "x\n" }, "write");
      await call("delete_path", { path: "src/b.txt" }, "delete");
      await call("read_file", { path: "none.txt" }, "missing");
      await call("read_file", { path: 3 }, "invalid");
      await call("write_file", { path: "no.txt", content: "n" }, "no");
      await toolwright.undo();
      await call("find_files", { pattern: "**/*.txt" }, "find");
      await call("run_command", { command: "echo made > made.txt; cat src/a.txt" }, "command");
      await call("read_file", { path: "made.txt" }, "made");
      await call("system_info", {}, "system");
    },
    {
      approver: ({ callId }) =>
        callId === "no" ? { outcome: "reject", feedback: "not this one" } : { outcome: "once" },
    },
  );
  return world.exported();
}

/** Every file of the machine that a session could leave a trace in. */
function traces(world: TapeWorld): Readonly<Record<string, string>> {
  const base = join(world.root, "..");
  const found = readdirSync(base, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const lasting = paths.filter((path) => !path.includes("/locks/"));
  return Object.fromEntries(lasting.map((path) => [path, readFileSync(path, "latin1")]));
}

function edited(file: string, edit: (text: string) => string): string {
  const path = `${file}.edited`;
  const text = readFileSync(file, "utf8");
  expect(edit(text)).not.toBe(text);
  writeFileSync(path, edit(text));
  return path;
}

describe("a tape played with recorded outcomes", () => {
  it("is the same under the same rules, and leaves no trace", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const before = traces(world);
    expect(await world.replayed(file)).toMatchObject({
      how: "recorded",
      calls: 14,
      differences: [],
      notPlayed: [{ call: "invalid" }],
    });
    expect(traces(world)).toEqual(before);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("toolwright-replay-"))).toEqual(
      [],
    );
  });

  it("is the same in a workspace with other files and under another name", async () => {
    const file = await work(tapeWorld(files));
    const other = tapeWorld({ "src/a.txt": "something else\n" });
    expect((await other.replayed(file)).differences).toEqual([]);
    expect(other.read("src/a.txt")).toBe("something else\n");
  });

  it("says which decisions other rules change, and plays on as it was", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const settings = { rules: [{ deny: "write(src/**)" }, { allow: "write(new/**)" }] };
    const { differences } = await world.replayed(file, "recorded", { settings });
    expect(differences.map(({ kind, call, recorded, now }) => [kind, call, recorded, now])).toEqual(
      [
        ["decision", "edit", "ask", "deny"],
        [
          "outcome",
          "edit",
          { status: "ok", code: null },
          { status: "refused", code: "permission-denied" },
        ],
        ["decision", "edit-2", "ask", "deny"],
        ["outcome", "edit-2", { status: "ok", code: null }, expect.anything()],
        ["decision", "write", "ask", "allow"],
      ],
    );
  });

  it("says what another mode changes", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const { differences } = await world.replayed(file, "recorded", { mode: "plan" });
    const decided = differences.filter(({ kind }) => kind === "decision");
    expect(decided.map(({ call, now }) => [call, now])).toContainEqual(["delete", "deny"]);
  });

  it("says which tools are described otherwise, and which are gone", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const settings = { shell: { timeoutMs: 7_000 }, tools: { find_files: { enabled: false } } };
    const { differences } = await world.replayed(file, "recorded", { settings });
    expect(differences.filter(({ kind }) => kind === "definition")).toMatchObject([
      { tool: "find_files", now: null },
      { tool: "run_command", recorded: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it("says what other bytes of a file change", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const other = edited(file, (text) => text.replace('"text":"one\\n"', '"text":"uno\\n"'));
    const { differences, notes } = await world.replayed(other);
    expect(notes).toEqual(["The tape was edited after the export."]);
    expect(differences).toMatchObject([
      { kind: "outcome", call: "read", recorded: { text: "1\tone" }, now: { text: "1\tuno" } },
      { kind: "outcome", call: "edit", now: { status: "error", code: "edit-no-match" } },
      // It follows: the second edit needs what the first one left.
      { kind: "outcome", call: "edit-2", now: { status: "error", code: "file-changed" } },
    ]);
  });

  it("starts nothing: no command, no hook", async () => {
    const world = tapeWorld(files);
    await world.session((_, call) =>
      call("run_command", { command: "echo a > a" }).then(() => undefined),
    );
    const file = await world.exported();
    const mark = join(world.root, "../mark");
    const command = `touch ${mark}`;
    const settings = {
      hooks: { PreToolUse: [{ hooks: [{ type: "command" as const, command }] }] },
    };
    const other = edited(file, (text) =>
      text.replaceAll("echo a > a", `echo a > a; touch ${mark}`),
    );
    await world.replayed(other, "recorded", { settings });
    expect(existsSync(mark)).toBe(false);
  });

  it("answers as the person answered, and counts a grant as an answer", async () => {
    const world = tapeWorld(files);
    await world.session(
      async (_, call) => {
        await call("write_file", { path: "a.txt", content: "1" }, "asked");
        await call("write_file", { path: "a.txt", content: "2" }, "granted");
      },
      { approver: () => ({ outcome: "session" }) },
    );
    const file = await world.exported();
    expect((await world.replayed(file)).differences).toEqual([]);
  });

  it("uses values that mean nothing in place of secrets, and none of this machine's", async () => {
    const secret = "kept-secret-8812-aa";
    const world = tapeWorld(
      { ".env": `DB_PASSWORD=${secret}\n`, "config.txt": `url ${secret}\n` },
      { SERVICE_TOKEN: "variable-secret-991" },
    );
    await world.session(async (_, call) => {
      await call("read_file", { path: "config.txt" }, "read");
      await call(
        "write_file",
        { path: "b.txt", content: "«secret:SERVICE_TOKEN» «secret:DB_PASSWORD»" },
        "write",
      );
      await call("read_file", { path: "b.txt" }, "again");
      await call("search_text", { pattern: "url" }, "search");
      await call("read_file", { path: ".env" }, "protected");
      await call("list_directory", {}, "list");
    });
    const file = await world.exported();
    expect(readFileSync(file, "utf8")).not.toMatch(/kept-secret|variable-secret/);
    expect((await world.replayed(file)).differences).toEqual([]);
    expect((await tapeWorld({}).replayed(file)).differences).toEqual([]);
  });

  it("takes recorded effects for a tool that isn't here", async () => {
    const world = tapeWorld(files);
    const own = defineTool({
      name: "send_mail",
      kind: "other",
      description: "Sends a mail.",
      input: { type: "object", properties: { to: { type: "string" } } },
      effects: () => [{ type: "network", host: "mail.example", port: 25 }],
      execute: () => "sent",
    });
    const work = { tools: [own] };
    await world.session(
      (_, call) => call("send_mail", { to: "a" }, "mail").then(() => undefined),
      work,
    );
    const file = await world.exported();
    expect((await world.replayed(file)).differences).toEqual([]);
    const settings = { rules: [{ deny: "network(mail.example)" }] };
    expect((await world.replayed(file, "recorded", { settings })).differences).toMatchObject([
      { kind: "decision", call: "mail", recorded: "ask", now: "deny" },
      { kind: "outcome", call: "mail" },
    ]);
  });
});

describe(`a tape played for real${reason}`, () => {
  it.skipIf(!availability.ok)(
    "comes to the same outcomes, and changes nothing of the person's",
    async () => {
      const world = tapeWorld(files);
      const file = await work(world);
      const before = traces(world);
      const report = await world.replayed(file, "real");
      expect(report).toMatchObject({
        differences: [],
        notPlayed: [{ call: "invalid" }, { call: "system" }],
      });
      expect(traces(world)).toEqual(before);
    },
  );

  it.skipIf(!availability.ok)("runs commands, and says what they do otherwise", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const other = edited(file, (text) =>
      text.replace("echo made > made.txt;", "echo new > made.txt;"),
    );
    const { differences } = await world.replayed(other, "real");
    expect(differences.map(({ kind, call }) => [kind, call])).toEqual([
      ["effects", "command"],
      ["changes", "command"],
      ["outcome", "made"],
    ]);
  });

  it.skipIf(!availability.ok)(
    "lets no tape reach the person's files, home or network",
    async () => {
      const world = tapeWorld(files);
      await world.session((_, call) =>
        call("run_command", { command: "echo a" }, "c").then(() => undefined),
      );
      const file = await world.exported();
      writeFileSync(join(world.home, "private"), "home-text");
      const attack = `cat ${world.home}/private; cat ${world.root}/src/a.txt; echo evil > ${world.root}/src/a.txt; echo evil > ${world.home}/x; cat /dev/tcp/127.0.0.1/1 || echo no-network`;
      const other = edited(file, (text) =>
        text
          .replaceAll('"command":"echo a"', `"command":${JSON.stringify(attack)}`)
          .replaceAll(/"approvals":\[\]/g, '"approvals":[{"outcome":"always","by":"you"}]'),
      );
      const report = await world.replayed(other, "real");
      expect(JSON.stringify(report)).not.toContain("home-text");
      expect(world.read("src/a.txt")).toBe("one\n");
      expect(existsSync(join(world.home, "x"))).toBe(false);
    },
  );
});

describe("a hostile tape", () => {
  it("is refused when it names a path that leaves the workspace", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    for (const path of ["«root»/../../out.txt", "«root»/src/../../out.txt", "«root»/./x"]) {
      const other = edited(file, (text) =>
        text.replace('"path":"«root»/src/a.txt","state"', `"path":"${path}","state"`),
      );
      await expect(world.replayed(other)).rejects.toMatchObject({ code: "damaged" });
    }
  });

  it("can't write through a link that it made", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const outside = join(world.root, "../outside");
    mkdirSync(outside);
    const line = (value: object): string => `${JSON.stringify(value)}\n`;
    const link = { type: "file", path: "«root»/src", state: { kind: "link", target: outside } };
    const other = edited(file, (text) =>
      text.replace('{"type":"content"', `${line(link)}{"type":"content"`),
    );
    await world.replayed(other);
    expect(readdirSync(outside)).toEqual([]);
    const last = edited(file, (text) =>
      text.replace('{"type":"call"', `${line(link)}{"type":"call"`),
    );
    await world.replayed(last);
    expect(readdirSync(outside)).toEqual([]);
  });

  it("reads nothing of this machine through recorded effects", async () => {
    const world = tapeWorld({ "a.txt": "a" });
    writeFileSync(join(world.home, "private.txt"), "private-words");
    symlinkSync(join(world.home, "private.txt"), join(world.root, "link.txt"));
    await world.session((_, call) =>
      call("read_file", { path: "a.txt" }, "r").then(() => undefined),
    );
    const file = await world.exported();
    for (const path of [join(world.home, "private.txt"), "«home»/private.txt", "link.txt"]) {
      const other = edited(file, (text) =>
        text.replace('"input":{"path":"a.txt"}', `"input":{"path":"${path}"}`),
      );
      for (const how of ["recorded", "real"] as const)
        expect(JSON.stringify(await world.replayed(other, how))).not.toContain("private-words");
    }
  });

  it("is refused when it lacks a content", async () => {
    const world = tapeWorld(files);
    const file = await work(world);
    const other = edited(file, (text) => text.replace(/\{"type":"content".*\n/, ""));
    await expect(world.replayed(other)).rejects.toMatchObject({ code: "damaged" });
  });
});

it("forgets the folders that an undo removed", async () => {
  const world = tapeWorld(files);
  await world.session(async (toolwright, call) => {
    await call("write_file", { path: "deep/er/x.txt", content: "x\n" }, "write");
    await toolwright.undo();
    await call("list_directory", {}, "list");
  });
  const file = await world.exported();
  expect((await world.replayed(file)).differences).toEqual([]);
});
