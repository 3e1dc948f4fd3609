import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  failureOf,
  openCall,
  temporaryWorkspace,
  writeFiles,
} from "../fixtures/temporary-workspace.ts";
import { openWorkspace } from "../open-workspace.ts";
import { isRunning, ownIdentity } from "./process-identity.ts";
import { temporaryName, writerOf } from "./temporary-name.ts";

const { scope, startedAt } = ownIdentity();
const random = "0123456789abcdef";

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

describe("a temporary name", () => {
  it("identifies this process, and is new each time", () => {
    expect(writerOf(temporaryName())).toEqual(ownIdentity());
    expect(temporaryName()).not.toBe(temporaryName());
  });

  it.each(["a.tmp", ".toolwright-.tmp", ".toolwright-x-1-1-0.tmp", ".toolwright"])(
    "isn't recognised in %s",
    (name) => {
      expect(writerOf(name)).toBeNull();
    },
  );
});

describe("a process", () => {
  it("runs if it is this one, not if it has ended or only shares the number", () => {
    expect(isRunning(ownIdentity())).toBe(true);
    expect(isRunning({ scope, pid: deadPid(), startedAt: 1 })).toBe(false);
    if (startedAt !== 0) {
      expect(isRunning({ scope, pid: process.pid, startedAt: startedAt - 1 })).toBe(false);
    }
  });

  it("has an unknown state on another machine", () => {
    expect(isRunning({ ...ownIdentity(), scope: "00000000" })).toBeNull();
  });
});

describe("the temporary files of a killed writer", () => {
  it("are removed before the first write to their directory, and nothing else is", async () => {
    const { access, root, outside } = temporaryWorkspace({ "dir/keep.txt": "keep", "a.txt": "a" });
    const pid = deadPid();
    const dead = `.toolwright-${scope}-${pid}-1-${random}.tmp`;
    const old = `.toolwright-00000000-1-1-${random}.tmp`;
    const young = `.toolwright-00000000-2-1-${random}.tmp`;
    const own = temporaryName();
    const directory = dead.replace(random, "f".repeat(16));
    const link = dead.replace(random, "e".repeat(16));
    const other = `.toolwright-${scope}-${pid}-1-${random}.tmp.bak`;
    for (const name of [dead, old, young, own, other]) writeFileSync(join(root, "dir", name), "x");
    const longAgo = Date.now() / 1000 - 7200;
    utimesSync(join(root, "dir", old), longAgo, longAgo);
    mkdirSync(join(root, "dir", directory));
    symlinkSync(join(outside, "target"), join(root, "dir", link));
    writeFiles(root, { [`elsewhere/${dead}`]: "x" });

    await access.write("dir/new.txt", Buffer.from("new"), { replaces: null });
    expect(readdirSync(join(root, "dir")).toSorted()).toEqual(
      [young, own, directory, link, other, "keep.txt", "new.txt"].toSorted(),
    );
    expect(readdirSync(join(root, "elsewhere"))).toEqual([dead]);
  });

  it("are searched for at the next open where an ended process wrote, inside the roots only", async () => {
    const { root, outside } = temporaryWorkspace({ "dir/a.txt": "a" });
    const stateDirectory = join(outside, "state");
    const access = openCall(openWorkspace({ roots: [root], stateDirectory }));
    await access.write("dir/b.txt", Buffer.from("b"), { replaces: null });
    const [key = ""] = readdirSync(join(stateDirectory, "writing"));
    const records = join(stateDirectory, "writing", key);
    expect(readdirSync(records)).toHaveLength(1);

    const pid = deadPid();
    const dead = `.toolwright-${scope}-${pid}-1-${random}.tmp`;
    writeFiles(outside, { [`ws/dir/${dead}`]: "x", [`ws/${dead}`]: "x", [`other/${dead}`]: "x" });
    const lines = [
      join(root, "dir"),
      join(outside, "other"),
      join(root, "gone"),
      `${root}/../other`,
    ];
    const record = `${lines.map((line) => JSON.stringify(line)).join("\n")}\nnonsense\n["x"]\n"/cut`;
    writeFileSync(join(records, `${scope}-${pid}-1-${random}`), record);

    openWorkspace({ roots: [root], stateDirectory });
    expect(readdirSync(join(root, "dir")).toSorted()).toEqual(["a.txt", "b.txt"]);
    expect(readdirSync(root)).toContain(dead);
    expect(readdirSync(join(outside, "other"))).toEqual([dead]);
    // This process's own record stays.
    expect(readdirSync(records)).toHaveLength(1);
  });

  it("stop a write that can't be recorded, with a message about the state directory", async () => {
    const { root, outside } = temporaryWorkspace();
    writeFiles(outside, { blocked: "" });
    const stateDirectory = join(outside, "blocked");
    const access = openCall(openWorkspace({ roots: [root], stateDirectory }));
    const failure = await failureOf(() =>
      access.write("a.txt", Buffer.from("a"), { replaces: null }),
    );
    expect(failure.code).toBe("internal");
    expect(failure.message).toMatch(/state directory.*nothing was changed/);
    expect(failure.message).not.toContain(outside);
    expect(readdirSync(root)).toEqual([]);
  });
});
