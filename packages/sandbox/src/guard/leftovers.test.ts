import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { isAlive, openHost, start, temporaryDirectory, until } from "../fixtures/host-for-test.ts";
import { bubblewrapMissing } from "../fixtures/sandbox-for-test.ts";
import { descendantsOf } from "../process-tree/process-tree.ts";
import { findGroup, readProcess } from "../process-tree/linux-processes.ts";
import { openRecord, reapLeftovers } from "./leftovers.ts";

const runtime = fileURLToPath(new URL("../fixtures/own-runtime.ts", import.meta.url));

/** A runtime that was killed together with its watchdog, and what it left. */
async function crash(kind: "confined" | "free"): Promise<{ state: string; left: number[] }> {
  const state = temporaryDirectory();
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--no-warnings", runtime, state, temporaryDirectory(), kind],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const command = Number(line.toString());
  // One of them has lost its parent and its environment, and is known by its group alone.
  const all = (): number[] => [
    ...new Set([...descendantsOf(command), ...findGroup(command).map((each) => each.processId)]),
  ];
  await until(() => all().length >= 4);
  const left = all();
  onTestFinished(() => {
    for (const each of left) if (isAlive(each)) process.kill(each, "SIGKILL");
  });
  for (const each of descendantsOf(child.pid ?? 0)) {
    if (commandLine(each).includes("toolwright-watchdog")) process.kill(each, "SIGKILL");
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  return { state, left };
}

function commandLine(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

describe.runIf(process.platform === "linux")("what a killed runtime has left", () => {
  it("is ended by the next start, with what cleared its environment and what left the group", async () => {
    const { state, left } = await crash("free");
    expect(left.filter(isAlive)).toHaveLength(left.length);
    const host = openHost({ stateDirectory: state });
    await (await start(host, "true", [])).ended;
    await until(() => !left.some(isAlive));
    await host.close();
    expect(readdirSync(join(state, "processes"))).toEqual([]);
  });

  it("can be ended without a start, and is counted", async () => {
    const { state, left } = await crash("free");
    expect(await reapLeftovers(state)).toBeGreaterThanOrEqual(3);
    await until(() => !left.some(isAlive));
    expect(await reapLeftovers(state)).toBe(0);
  });

  it.skipIf(bubblewrapMissing !== null)(
    `is nothing when it was confined (skipped without bubblewrap: ${bubblewrapMissing ?? ""})`,
    async () => {
      const { left } = await crash("confined");
      await until(() => !left.some(isAlive));
    },
  );
});

describe.runIf(process.platform === "linux")("processes of others", () => {
  const mark = "abcdefghijkl.";

  it("are let be while their runtime lives", async () => {
    const state = temporaryDirectory();
    const host = openHost({ stateDirectory: state });
    const started = await start(host, "sleep", ["1000"]);
    expect(await reapLeftovers(state)).toBe(0);
    expect(isAlive(started.processId)).toBe(true);
    await host.close();
  });

  it("are let be that have only the number of one that was ours", async () => {
    const state = temporaryDirectory();
    const bystander = await start(openHost(), "sleep", ["1000"]);
    openRecord(state, mark);
    const file = join(state, "processes", mark);
    const record = JSON.parse(readFileSync(file, "utf8")) as object;
    // Its runtime is gone, as its number is another's now, and so is that of what it started.
    writeFileSync(
      file,
      `${JSON.stringify({ ...record, startTime: "1" })}\n${bystander.processId} 1\n`,
    );
    expect(await reapLeftovers(state)).toBe(0);
    expect(isAlive(bystander.processId)).toBe(true);
    expect(readdirSync(join(state, "processes"))).toEqual([]);
  });

  it.each([
    ["of another process namespace, whose numbers mean others", { namespace: "pid:[1]" }, 1],
    ["of another boot, which ended them", { boot: "another" }, 0],
  ])("are let be %s", async (_title, system, kept) => {
    const state = temporaryDirectory();
    const bystander = await start(openHost(), "sleep", ["1000"]);
    openRecord(state, mark);
    const file = join(state, "processes", mark);
    const record = JSON.parse(readFileSync(file, "utf8")) as { system: object };
    const { startTime = "" } = readProcess(bystander.processId) ?? {};
    const changed = { ...record, startTime: "1", system: { ...record.system, ...system } };
    writeFileSync(file, `${JSON.stringify(changed)}\n${bystander.processId} ${startTime}\n`);
    expect(await reapLeftovers(state)).toBe(0);
    expect(isAlive(bystander.processId)).toBe(true);
    expect(readdirSync(join(state, "processes"))).toHaveLength(kept);
  });

  it("and records that are none, are no matter", async () => {
    const state = temporaryDirectory();
    mkdirSync(join(state, "processes"));
    for (const [name, text] of [
      ["abcdefghijkl.", "{"],
      ["x", "{}"],
      [".", ""],
    ] as const) {
      if (name !== ".") writeFileSync(join(state, "processes", name), text);
    }
    expect(await reapLeftovers(state)).toBe(0);
    expect(await reapLeftovers(join(state, "nothing"))).toBe(0);
  });
});
