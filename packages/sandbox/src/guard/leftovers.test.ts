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

/** A runtime killed together with its watchdog, and the processes it left. */
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
  // One process has lost its parent and its environment; only its group identifies it.
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

describe.runIf(process.platform === "linux")("processes left by a killed runtime", () => {
  it("are ended by the next start, also without their environment or outside the group", async () => {
    const { state, left } = await crash("free");
    expect(left.filter(isAlive)).toHaveLength(left.length);
    const host = openHost({ stateDirectory: state });
    await (await start(host, "true", [])).ended;
    await until(() => !left.some(isAlive));
    await host.close();
    expect(readdirSync(join(state, "processes"))).toEqual([]);
  });

  it("can be ended without a start, and are counted", async () => {
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

  it("are left alone while their runtime lives", async () => {
    const state = temporaryDirectory();
    const host = openHost({ stateDirectory: state });
    const started = await start(host, "sleep", ["1000"]);
    expect(await reapLeftovers(state)).toBe(0);
    expect(isAlive(started.processId)).toBe(true);
    await host.close();
  });

  it("are left alone if they only reuse the id of one of ours", async () => {
    const state = temporaryDirectory();
    const bystander = await start(openHost(), "sleep", ["1000"]);
    openRecord(state, mark);
    const file = join(state, "processes", mark);
    const record = JSON.parse(readFileSync(file, "utf8")) as object;
    // Simulates a runtime and processes whose ids now belong to others.
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

  it("are left alone when records are damaged", async () => {
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
