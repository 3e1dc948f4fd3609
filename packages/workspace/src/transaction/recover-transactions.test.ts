import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkedContainment } from "../access/checked-containment.ts";
import { type Fault, faultyContainment } from "../fixtures/faulty-containment.ts";
import { filesAfter, patchRound } from "../fixtures/patch-rounds.ts";
import { openCall } from "../fixtures/temporary-workspace.ts";
import {
  giveRecordsTo,
  recordsIn,
  type TransactionWorld,
  transactionWorld,
} from "../fixtures/transaction-world.ts";
import { filesIn } from "../fixtures/tree.ts";
import { openWorkspace, workspaceWith } from "../open-workspace.ts";
import { ownIdentity } from "../temporary/process-identity.ts";

/** The number of names passed to the system before that point, once it is known. */
let namesBefore = 0;

/** A world in which a round of changes stopped between `a.txt`, which is new, and `dir/b.txt`. */
async function halfDone(): Promise<TransactionWorld> {
  const fail = (): never => {
    throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  };
  for (;;) {
    const world = transactionWorld();
    const fault: Fault = { left: Number.POSITIVE_INFINITY, isLasting: true, happen: fail };
    const containment = faultyContainment(checkedContainment, fault);
    const access = openCall(workspaceWith(containment, [world.root], world));
    fault.left = namesBefore;
    const isDone = await patchRound(access, 1).then(
      () => true,
      () => false,
    );
    // This time it took fewer names than when the number was determined.
    namesBefore = isDone ? 0 : namesBefore;
    const files = filesIn(world.root);
    const isNew = (path: string): boolean => files[path] === filesAfter(1)[path];
    if (isNew("a.txt") && isNew("moved-1/e.txt") && !isNew("dir/b.txt")) return world;
    if (!isDone) namesBefore += 1;
  }
}

function open({ root, stateDirectory }: TransactionWorld, roots = [root]): void {
  openWorkspace({ roots, stateDirectory });
}

function keptIn({ records }: TransactionWorld): readonly string[] {
  return readdirSync(join(records, "kept")).map((name) =>
    readFileSync(join(records, "kept", name), "utf8"),
  );
}

describe("an unfinished transaction of a dead process", () => {
  it("is undone, also when a root above or below is opened", async () => {
    for (const path of [".", "..", "dir"]) {
      const world = await halfDone();
      giveRecordsTo(world);
      open(world, [join(world.root, path)]);
      expect(filesIn(world.root)).toEqual(filesAfter(0));
      expect(readdirSync(world.records)).toEqual([]);
    }
  });

  it("is left alone while its process runs, and when another root is opened", async () => {
    const world = await halfDone();
    const before = filesIn(world.root);
    open(world);
    expect(filesIn(world.root)).toEqual(before);
    giveRecordsTo(world);
    const other = join(world.root, "../other");
    mkdirSync(other);
    open(world, [other]);
    expect(filesIn(world.root)).toEqual(before);
    open(world);
    expect(filesIn(world.root)).toEqual(filesAfter(0));
  });

  it("keeps files changed since, and the old file in the state directory", async () => {
    const world = await halfDone();
    giveRecordsTo(world);
    // Written in place, as editors may do: the same file with different content.
    appendFileSync(join(world.root, "a.txt"), "somebody's\n");
    writeFileSync(join(world.root, "made/deep-0/c.txt"), "made again\n");
    open(world);
    expect(filesIn(world.root)).toEqual({
      ...filesAfter(0),
      "a.txt": `${filesAfter(1)["a.txt"]}somebody's\n`,
      "made/deep-0/c.txt": "made again\n",
    });
    const old = filesAfter(0);
    expect(keptIn(world).toSorted()).toEqual([old["a.txt"], old["made/deep-0/c.txt"]]);
    expect(recordsIn(world)).toEqual([]);
  });

  it("identifies a file by its content if its number and times differ", async () => {
    const world = await halfDone();
    giveRecordsTo(world);
    for (const path of ["a.txt", "dir/b.txt", "moved-1/e.txt"]) {
      const place = join(world.root, path);
      writeFileSync(`${place}.copy`, readFileSync(place));
      renameSync(`${place}.copy`, place);
      utimesSync(place, 1, 1);
    }
    open(world);
    expect(filesIn(world.root)).toEqual(filesAfter(0));
  });

  it("never follows a link that replaced a directory", async () => {
    const world = await halfDone();
    giveRecordsTo(world);
    const elsewhere = join(world.root, "../elsewhere");
    renameSync(join(world.root, "moved-1"), elsewhere);
    symlinkSync(elsewhere, join(world.root, "moved-1"));
    const before = filesIn(elsewhere);
    open(world);
    expect(filesIn(elsewhere)).toEqual(before);
    expect(recordsIn(world)).toEqual([]);
  });

  it("counts as abandoned after a reboot, or on another machine by age", async () => {
    const world = await halfDone();
    const foreign = { ...ownIdentity(), scope: "00000000" };
    giveRecordsTo(world, foreign);
    const before = filesIn(world.root);
    open(world);
    expect(filesIn(world.root)).toEqual(before);
    const record = join(world.records, recordsIn(world)[0] ?? "");
    const text = readFileSync(record, "utf8");
    writeFileSync(record, text.replace(/"boot":"[^"]*"/, '"boot":"an earlier one"'));
    open(world);
    const isTold = process.platform === "linux";
    expect(filesIn(world.root)).toEqual(isTold ? filesAfter(0) : before);
    const old = await halfDone();
    giveRecordsTo(old, foreign);
    utimesSync(join(old.records, recordsIn(old)[0] ?? ""), 1, 1);
    open(old);
    expect(filesIn(old.root)).toEqual(filesAfter(0));
  });
});

describe("a record", () => {
  it("is removed without changes if it was never finished", async () => {
    const world = await halfDone();
    giveRecordsTo(world);
    const record = join(world.records, recordsIn(world)[0] ?? "");
    const before = filesIn(world.root);
    writeFileSync(record, readFileSync(record, "utf8").slice(0, 100));
    open(world);
    expect(filesIn(world.root)).toEqual(before);
    expect(recordsIn(world)).toEqual([]);
  });

  it("is left alone if it is invalid, and the workspace opens", async () => {
    const world = transactionWorld();
    writeFileSync(join(world.records, "notes.txt"), "mine");
    giveRecordsTo(world);
    const broken = `${ownIdentity().scope}-2000000000-1-0123456789abcdef`;
    writeFileSync(join(world.records, broken), "no json\n");
    open(world);
    expect(readdirSync(world.records).toSorted()).toEqual([broken, "notes.txt"]);
    expect(filesIn(world.root)).toEqual(filesAfter(0));
  });

  it("has no effect on paths outside its root", async () => {
    const world = await halfDone();
    giveRecordsTo(world);
    const record = join(world.records, recordsIn(world)[0] ?? "");
    const text = readFileSync(record, "utf8");
    const before = filesIn(world.root);
    writeFileSync(record, text.replaceAll(`"root":"${world.root}"`, `"root":"${world.root}/dir"`));
    open(world);
    const { "dir/b.txt": b, ...others } = filesIn(world.root);
    expect(b).toBe(filesAfter(0)["dir/b.txt"]);
    expect(others).toEqual(
      Object.fromEntries(Object.entries(before).filter(([p]) => !p.startsWith("dir/"))),
    );
  });
});
