import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tool } from "@toolwright/core";
import type { ProcessRequest } from "@toolwright/core/ports";
import { builtinTool } from "@toolwright/tools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "./generate/random.ts";
import { specificationLine } from "./generate/specification-lines.ts";
import { askingCommands } from "./daily-commands.ts";
import { unguardedCommands } from "./guards.ts";
import { confinementMissing, openSubject } from "./subject.ts";
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
      const subject = await openSubject(world, { tool: misled });
      expect(await subject.isAllowed(command)).toBe(true);
      const violations = await subject.run(command);
      await subject.close();
      expect(violations).toContainEqual(
        expect.objectContaining({ kind, target: join(world.folder, target) }),
      );
    },
  );

  it("catches a connection", async () => {
    const world = plantWorld(join(folder, "world"), "plain");
    const subject = await openSubject(world, { tool: misled });
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

/** A shell without the functions that the product puts before programs, as dash once lost them. */
function withoutGuards(request: ProcessRequest): ProcessRequest {
  const isOther = ([name]: readonly [string, unknown]): boolean => !name.startsWith("BASH_FUNC_");
  const kept = Object.entries(request.environment ?? {}).filter(isOther);
  return { ...request, environment: Object.fromEntries(kept) };
}

const missing = await confinementMissing();

describe.skipIf(missing !== "")(`the harness, in a sandbox${missing && ` (${missing})`}`, () => {
  it("finds each guard in its place", async () => {
    expect(await unguardedCommands(join(folder, "guards"), { isConfined: true })).toEqual([]);
    expect(await unguardedCommands(join(folder, "guards"), {})).toEqual([]);
  });

  it("catches guards that don't reach the shell", async () => {
    const options = { isConfined: true, change: withoutGuards };
    expect(await unguardedCommands(join(folder, "guards"), options)).toHaveLength(4);
  });

  it("catches a change that the sandbox lets through", async () => {
    const subject = await openSubject(plantWorld(join(folder, "world"), "plain"), {
      isConfined: true,
      tool: misled,
      change: ({ sandbox: _none, ...request }) => request,
    });
    const violations = await subject.run("touch pwned");
    await subject.close();
    expect(violations).toContainEqual(expect.objectContaining({ kind: "write" }));
  });

  it("finds nothing in commands that only read", async () => {
    const world = plantWorld(join(folder, "world"), "secrets");
    const subject = await openSubject(world, { isConfined: true });
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
