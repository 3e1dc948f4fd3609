import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

describe.runIf(process.platform === "linux")("processes in /proc", () => {
  it("are read correctly whatever their name", async () => {
    const program = join(temporaryDirectory(), "a) Z 1 (2");
    copyFileSync(realpathSync("/bin/sleep"), program);
    const started = await start(openHost(), program, ["1000"]);
    const found = readProcess(started.processId);
    expect(found).toMatchObject({ processId: started.processId, group: started.processId });
    expect(found?.startTime).toMatch(/^\d+$/);
    await started.stop();
    expect(isAlive(started.processId)).toBe(false);
  });

  it("count as gone once they are dead, even before they are reaped", async () => {
    const started = await shell(openHost(), "sleep 1000 & echo $!; exec sleep 2000");
    const [child = ""] = await started.lines(1);
    // A shell would reap its child; the program that replaces it does not.
    const parent = `/proc/${started.processId}/cmdline`;
    await until(() => readFileSync(parent, "utf8").startsWith("sleep"));
    process.kill(Number(child), "SIGKILL");
    await until(() => readProcess(Number(child)) === null);
    expect(existsSync(`/proc/${child}`)).toBe(true);
    expect(groupTree(started.processId, () => false).countLiving()).toBe(1);
  });

  it("with an unknown mark are none", () => {
    const tree = markedTree("a mark that nothing carries");
    expect(tree.isGone()).toBe(true);
    expect(tree.countLiving()).toBe(0);
    tree.signal("SIGKILL");
  });

  it.runIf(process.geteuid?.() === 0)(
    "of another user are there though they can't be ended (needs root to start it as nobody)",
    async () => {
      const started = await shell(openHost(), "echo ready; exec sleep 1000");
      await started.lines(1);
      const module = new URL("./process-tree.ts", import.meta.url).href;
      const script = `
        const { groupTree } = await import(${JSON.stringify(module)});
        process.setgroups([]);
        process.setgid(65534);
        process.setuid(65534);
        const group = groupTree(${started.processId}, () => false);
        group.signal("SIGKILL");
        console.log(JSON.stringify([group.isGone(), group.countLiving()]));
      `;
      const nobody = spawnSync(
        process.execPath,
        ["--no-warnings", "--input-type=module", "-e", script],
        { encoding: "utf8" },
      );
      expect(nobody.stderr).toBe("");
      expect(JSON.parse(nobody.stdout)).toEqual([false, 1]);
      expect(isAlive(started.processId)).toBe(true);
    },
  );
});
