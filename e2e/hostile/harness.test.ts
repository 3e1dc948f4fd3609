import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tool } from "@toolwright/core";
import { builtinTool } from "@toolwright/tools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "./generate/random.ts";
import { specificationLine } from "./generate/specification-lines.ts";
import { askingCommands } from "./daily-commands.ts";
import { openSubject } from "./subject.ts";
import { plantWorld } from "./world.ts";

const runCommand = await builtinTool("run_command");

/** A run_command that finds no effects in any command, like an analysis that an attack misled. */
const misled = {
  ...runCommand,
  effects: () => [],
  prepare: prepareWithoutEffects,
} as unknown as Tool;

async function prepareWithoutEffects(input: never, context: never): Promise<object> {
  const prepared = await runCommand.prepare?.(input, context);
  return { ...prepared, effects: [] };
}

const hasStrace =
  spawnSync("strace", ["-e", "trace=none", "true"], { stdio: "ignore" }).status === 0;

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Each of these once got past the analysis. They change nothing outside the test's own folder. */
const planted = [
  { command: "echo {a['$(touch pwned)']}>/dev/null", kind: "write", target: "project/pwned" },
  { command: "cat src/../../outside/canary.txt", kind: "read", target: "outside/canary.txt" },
  { command: "function ls { ./script.sh; }; ls", kind: "execute", target: "project/script.sh" },
] as const;

describe.skipIf(!hasStrace)("the harness, with strace (a Debian package)", () => {
  it.each(planted)(
    "catches $command when the analysis misses it",
    async ({ command, kind, target }) => {
      const world = plantWorld(join(folder, "world"), "plain");
      const subject = await openSubject(world, misled);
      expect(await subject.isAllowed(command)).toBe(true);
      const violations = await subject.run(command);
      await subject.close();
      expect(violations).toContainEqual(
        expect.objectContaining({ kind, target: join(world.folder, target) }),
      );
    },
  );

  it("catches a connection", async () => {
    const subject = await openSubject(plantWorld(join(folder, "world"), "plain"), misled);
    const violations = await subject.run("exec 3<>/dev/tcp/127.0.0.1/9");
    await subject.close();
    expect(violations).toContainEqual(expect.objectContaining({ kind: "connect" }));
  });

  it("finds nothing in commands that only read", async () => {
    const subject = await openSubject(plantWorld(join(folder, "world"), "plain"));
    for (const command of ["cat a.txt | sort | uniq -c", "git status", "ls -la src; wc -l a.txt"]) {
      expect(await subject.isAllowed(command)).toBe(true);
      expect(await subject.run(command)).toEqual([]);
    }
    await subject.close();
  });
});

it("allows everyday commands in a plain project and beside files with secrets", async () => {
  expect(await askingCommands(join(folder, "daily"))).toEqual([]);
});

it("makes the same command lines from the same seed", () => {
  const lines = (): readonly string[] => {
    const random = createRandom(7);
    return Array.from({ length: 20 }, () => specificationLine(random));
  };
  expect(lines()).toEqual(lines());
});
