import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@toolwright/agent/testing";
import { expect, onTestFinished, test } from "vitest";
import { openToolwright } from "../open-toolwright.ts";
import type { Toolwright } from "../toolwright.ts";

interface World {
  readonly root: string;
  readonly notices: string[];
  open(resume?: string): Promise<Toolwright>;
  fill(): void;
  free(): void;
}

/** A workspace whose state is on a disk of 4 MiB; null where none can be mounted. */
function newWorld(): World | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "full-disk-"));
  const [root, state] = [join(folder, "work"), join(folder, "state")];
  for (const path of [root, state, join(folder, "home")]) mkdirSync(path);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mount = ["-t", "tmpfs", "-o", "size=4m", "tmpfs", state];
  if (spawnSync("mount", mount).status !== 0) return null;
  onTestFinished(() => void execFileSync("umount", [state]));
  const filler = join(state, "filler");
  const notices: string[] = [];
  return {
    root,
    notices,
    async open(resume) {
      const opened = await openToolwright({
        workspace: root,
        environment: {
          HOME: join(folder, "home"),
          PATH: process.env["PATH"],
          XDG_STATE_HOME: state,
        },
        administratorFile: join(folder, "etc", "settings.json"),
        settings: { rules: [{ allow: "run(*)" }], shell: { sandbox: "off" } },
        mode: "accept-edits",
        onNotice: (notice) => void notices.push(notice),
        resume,
      });
      onTestFinished(() => opened.close());
      return opened;
    },
    fill() {
      expect(() => {
        for (;;) appendFileSync(filler, Buffer.alloc(512));
      }).toThrow("ENOSPC");
    },
    free: () => rmSync(filler),
  };
}

test("nothing is changed while the journal can't record it, and all works again with space", async (context) => {
  const world = newWorld();
  if (world === null) return context.skip("only root can mount a small disk");
  const opened = await world.open();
  const { session } = opened;
  writeFileSync(join(world.root, "a.txt"), "old\n".repeat(30_000));
  await session.call({ name: "read_file", input: { path: "a.txt" } });
  await session.call({ name: "run_command", input: { command: "echo one >> log" } });
  world.fill();
  const calls = [
    { name: "write_file", input: { path: "a.txt", content: "new\n" } },
    { name: "write_file", input: { path: "b.txt", content: "b\n".repeat(50_000) } },
    { name: "run_command", input: { command: `echo ${"two".repeat(3_000)} >> log` } },
  ];
  const outcomes = [];
  // The journal's own file has a little space left.
  for (let round = 0; round < 8; round += 1) {
    for (const call of calls) outcomes.push(await session.call(call));
  }
  const last = outcomes.slice(-calls.length);
  expect(last.map(({ error }) => error?.message)).toEqual(
    calls.map(() => expect.stringMatching(/Not run.*disk that holds it is full/)),
  );
  expect(world.notices).toContainEqual(expect.stringMatching(/disk of .* is full/));
  const ran = outcomes.filter(({ tool, status }) => tool === "run_command" && status === "ok");
  const log = readFileSync(join(world.root, "log"), "utf8");
  expect(log.match(/twotwo.*\n/g) ?? []).toHaveLength(ran.length);
  world.free();
  const again = await session.call({
    name: "write_file",
    input: { path: "c.txt", content: "new\n" },
  });
  expect(again.status).toBe("ok");
  expect(await opened.undo()).toMatchObject({ outcome: "done" });
  expect(existsSync(join(world.root, "c.txt"))).toBe(false);
});

test("an agent ends with the place that is full, and goes on when there is space", async (context) => {
  const world = newWorld();
  if (world === null) return context.skip("only root can mount a small disk");
  const opened = await world.open();
  const write = { calls: [{ name: "write_file", input: { path: "a.txt", content: "A\n" } }] };
  const model = scriptedModel([write, { text: "Wow. ".repeat(5_000) }, { text: "Never." }], {
    onRequest: ({ messages }) => {
      if (messages.length > 1) world.fill();
    },
  });
  const agent = await opened.agent({ model });
  const { status, reason } = await agent.run("Write.");
  expect({ status, reason }).toEqual({
    status: "failed",
    reason: expect.stringMatching(/^The disk of \S+conversations\S+ is full/) as string,
  });
  await opened.close();
  world.free();
  const again = await world.open("last");
  expect(again.resumed).toMatchObject({ status: "interrupted" });
  const resumed = await again.agent({ model: scriptedModel([{ text: "Fine." }]) });
  expect(JSON.stringify(resumed.messages)).toContain("a.txt");
  expect(await resumed.run("Go on.")).toMatchObject({ status: "done" });
  expect(await again.undo({ turn: 1 })).toMatchObject({ outcome: "done" });
});
