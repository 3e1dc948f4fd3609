import { once } from "node:events";
import { join } from "node:path";
import type { WorkspaceAccess } from "@toolwright/core";
import { repetitions } from "@toolwright/testing/internal";
import { expect, it, onTestFinished } from "vitest";
import { systemCode } from "../access/failures.ts";
import { startChild } from "../fixtures/run-child.ts";
import { temporaryWorkspace, writeFiles } from "../fixtures/temporary-workspace.ts";
import { treeOf } from "../fixtures/tree.ts";

const rounds = repetitions(2_000);
/**
 * The maximum number of rounds. On a busy machine the other process may hardly run, so more are
 * needed.
 */
const maxRounds = 100_000;

/** Expected errors when a directory is missing or a link at the instant of its use. */
const expected = new Set([
  "path-outside-workspace",
  "file-changed",
  "file-not-found",
  "input-invalid",
]);

/** One round of all operations; returns the contents, names and sizes seen. */
const uses: readonly ((access: WorkspaceAccess, round: number) => unknown)[] = [
  async (access) => Buffer.from((await access.read("dir/file.txt")).bytes).toString(),
  async (access) => (await access.list("dir")).map(({ name }) => name).join(),
  async (access) => (await access.stat("dir/file.txt"))?.size,
  async (access) => {
    const { version } = await access.read("dir/file.txt");
    await access.write("dir/file.txt", Buffer.from("inside"), { replaces: version });
  },
  (access, round) => access.write(`dir/new-${round}`, Buffer.from("new"), { replaces: null }),
  (access, round) => access.makeDirectory(`dir/sub-${round}/deeper`),
  (access, round) => access.move(`dir/sub-${round - 1}`, `dir/moved-${round}`),
  (access, round) => access.move("own.txt", `dir/own-${round}.txt`),
  (access, round) => access.move(`dir/own-${round}.txt`, "own.txt"),
  (access) => access.remove("dir/file-of-outside.txt"),
  (access, round) => access.remove(`dir/moved-${round}`, { recursive: true }),
  (access, round) => access.remove(`dir/new-${round}`),
];

it.runIf(process.platform === "linux")(
  "never reads, makes or changes anything outside while a directory is swapped for a link",
  { timeout: 120_000 },
  async () => {
    const { access, outside, root } = temporaryWorkspace({
      "dir/file.txt": "inside",
      "own.txt": "own",
    });
    writeFiles(outside, {
      "other/file.txt": "OUTSIDE",
      "other/file-of-outside.txt": "OUTSIDE",
      "other/new-1": "OUTSIDE",
    });
    const before = treeOf(join(outside, "other"));
    const swapper = startChild("swap-directory.ts", {
      arguments: [join(root, "dir"), join(outside, "other")],
    });
    onTestFinished(() => void swapper.kill("SIGKILL"));
    await once(swapper.stdout ?? swapper, "data");

    let succeeded = 0;
    const failures = new Map<string, number>();
    const refused = (): number => failures.get("path-outside-workspace") ?? 0;
    const wasRun = (): boolean => succeeded > 50 && refused() > 20;
    for (let round = 1; round <= rounds || (!wasRun() && round <= maxRounds); round++) {
      const use = uses[round % uses.length];
      try {
        const seen = await use?.(access, Math.ceil(round / uses.length));
        expect(
          [undefined, "inside", 6, true, false].includes(seen as never) || isInside(seen),
        ).toBe(true);
        succeeded += 1;
      } catch (error) {
        const code = systemCode(error) ?? String(error);
        if (!expected.has(code)) throw error;
        failures.set(code, (failures.get(code) ?? 0) + 1);
      }
    }
    swapper.kill("SIGKILL");
    expect(swapper.exitCode).toBeNull();

    expect(treeOf(join(outside, "other"))).toEqual(before);
    // Both results occurred, so the race took place.
    expect(succeeded).toBeGreaterThan(50);
    expect(refused()).toBeGreaterThan(20);
  },
);

function isInside(seen: unknown): boolean {
  return typeof seen === "string" && !/outside/i.test(seen);
}
