import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { repetitions } from "@toolwright/testing/internal";
import { expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const count = 40;

interface World {
  readonly work: string;
  readonly state: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Tells whether all of the call's changes are there, or none. Throws for anything between. */
  isChanged(): boolean;
}

/** A patch modifies, creates and deletes files, so it needs no sandbox. */
function openWorld(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "killed-stage-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [work, state, home, config] = ["work", "state", "home", "config"].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  }) as [string, string, string, string];
  for (let at = 0; at < count; at += 1) writeFileSync(join(work, `old${at}`), "old\n");
  const environment = {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: config,
    XDG_DATA_HOME: join(home, "data"),
  };
  return { work, state: join(state, "toolwright"), environment, isChanged: () => isChanged(work) };
}

function isChanged(work: string): boolean {
  const names = readdirSync(work).filter((name) => !name.startsWith("."));
  const changed = names.filter((name) => name.startsWith("new"));
  const first = readFileSync(join(work, "old0"), "utf8");
  if (changed.length === 0) {
    expect([first, names.length]).toEqual(["old\n", count]);
    return false;
  }
  expect([first, names.length, changed.length]).toEqual(["changed\n", count, count / 2]);
  return true;
}

/** Changes the first file, deletes half of them, and adds as many. */
const patch = [
  "*** Begin Patch",
  "*** Update File: old0",
  "@@",
  "-old",
  "+changed",
  ...Array.from({ length: count / 2 }, (_, at) => `*** Delete File: old${at + count / 2}`),
  ...Array.from({ length: count / 2 }, (_, at) => `*** Add File: new${at}\n+new`),
  "*** End Patch",
].join("\n");

const words = ["call", "apply_patch", "--input", JSON.stringify({ patch }), "--stage", "--yes"];

it("commits all or nothing, and leaves nothing behind, when it is killed at any moment", async () => {
  const ends = { changed: 0, unchanged: 0 };
  // How long an undisturbed call takes here: the moments are spread over that.
  const began = performance.now();
  const calm = openWorld();
  const first = spawnSync(process.execPath, [bin, ...words], {
    cwd: calm.work,
    env: calm.environment,
  });
  expect([first.status, first.stderr.toString()]).toEqual([0, ""]);
  expect(calm.isChanged()).toBe(true);
  const wholeMs = performance.now() - began;
  const rounds = repetitions(40);
  for (let round = 0; round < rounds; round += 1) {
    const world = openWorld();
    const options = { cwd: world.work, env: world.environment, stdio: "ignore" } as const;
    const child = spawn(process.execPath, [bin, ...words], options);
    const ended = once(child, "exit");
    await delay((wholeMs * (round + 1)) / rounds);
    child.kill("SIGKILL");
    await ended;
    const next = spawnSync(
      process.execPath,
      [bin, "call", "write_file", "path=after", "content=x", "--yes"],
      {
        ...options,
      },
    );
    expect(next.status).toBe(0);
    rmSync(join(world.work, "after"));
    ends[world.isChanged() ? "changed" : "unchanged"] += 1;
    const stages = join(world.state, "stages");
    expect(existsSync(stages) ? readdirSync(stages) : []).toEqual([]);
    expect(readdirSync(world.work).filter((name) => name.startsWith("."))).toEqual([]);
  }
  expect(ends.unchanged).toBeGreaterThan(0);
}, 240_000);
