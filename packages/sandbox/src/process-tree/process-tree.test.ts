import { copyFileSync, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  isAlive,
  openHost,
  shell,
  start,
  temporaryDirectory,
  until,
} from "../fixtures/host-for-test.ts";
import { readProcess } from "./linux-processes.ts";
import { groupTree, markedTree } from "./process-tree.ts";

describe.runIf(process.platform === "linux")("processes as /proc tells them", () => {
  it("are read right whatever their name", async () => {
    const program = join(temporaryDirectory(), "a) Z 1 (2");
    copyFileSync(realpathSync("/bin/sleep"), program);
    const started = await start(openHost(), program, ["1000"]);
    const found = readProcess(started.processId);
    expect(found).toMatchObject({ processId: started.processId, group: started.processId });
    expect(found?.startTime).toMatch(/^\d+$/);
    await started.stop();
    expect(isAlive(started.processId)).toBe(false);
  });

  it("count as gone once they are dead, though nobody has reaped them", async () => {
    const started = await shell(openHost(), "true & echo $!; exec sleep 1000");
    const [child = ""] = await started.lines(1);
    await until(() => readProcess(Number(child)) === null);
    expect(existsSync(`/proc/${child}`)).toBe(true);
    expect(groupTree(started.processId, () => false).countLiving()).toBe(1);
  });

  it("of a mark that nothing carries are none", () => {
    const tree = markedTree("a mark that nothing carries");
    expect(tree.isGone()).toBe(true);
    expect(tree.countLiving()).toBe(0);
    tree.signal("SIGKILL");
  });

  it("are looked for no longer under a number that may be another's by now", async () => {
    const started = await shell(openHost(), "echo ready; sleep 1000");
    await started.lines(1);
    let hasExited = true;
    const nobody = groupTree(999_999_999, () => hasExited);
    expect(nobody.isGone()).toBe(true);
    const group = groupTree(started.processId, () => hasExited);
    expect(group.isGone()).toBe(false);
    hasExited = false;
    await started.stop();
    hasExited = true;
    expect(group.isGone()).toBe(true);
    group.signal("SIGKILL");
  });

  it.runIf(process.geteuid?.() === 0)(
    "of another user are there though we can't end them (needs root to change the user)",
    async () => {
      const started = await shell(openHost(), "echo ready; exec sleep 1000");
      await started.lines(1);
      process.seteuid?.(65_534);
      onTestFinished(() => process.seteuid?.(0));
      const group = groupTree(started.processId, () => false);
      group.signal("SIGKILL");
      expect(group.isGone()).toBe(false);
      expect(group.countLiving()).toBe(1);
      process.seteuid?.(0);
    },
  );
});
