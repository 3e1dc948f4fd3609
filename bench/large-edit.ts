// Question: what does replacing one line in a large file cost, in time and in memory?
// Workload: text files of 50 MB (EDIT_MB makes them smaller), one line in the middle replaced by
// edit_file through a whole session: policy, read tracking, uniqueness, diff, atomic write. Each
// round has a file of its own that was written some seconds ago, as files usually were.
// Baselines in the same run: the same change as Buffers (read, search, make sure that the text is
// there once, write beside, rename), once as it is, which is what counts, and once flushed to the
// disk as ours is.
// Source of the goals: 1.3 x as Buffers, 2.2 x the file's size in memory.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createPolicy, createRegistry, createSession, type Session } from "@toolwright/core";
import { editFile, readFile } from "@toolwright/tools";
import { openWorkspace } from "@toolwright/workspace";
import { describeMachine, goal, interleave, table } from "./support/measure.ts";

const size = Number(process.env["EDIT_MB"] ?? 50) * 1e6;
const rounds = 7;
/** From then on a file's times tell its version, and its content needn't be compared. */
const settledAfterMs = 2_100;
const oldText = "the line to be replaced";
const newText = "the line that replaces it";

const [onlyFolder] = process.argv.slice(2);
if (onlyFolder === undefined) await measureAll();
else await measureMemory(onlyFolder);

async function measureAll(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-edit-")));
  try {
    console.log(`Editing a file of ${size / 1e6} MB. ${describeMachine()}\n`);
    const content = contentOf(size);
    const expected = content.toString("latin1").replace(oldText, newText);
    // One more of each for the warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ["ours", "plain", "flushed"]) {
        // Flushed, lest the disk be busy with them while it is measured.
        writeFileSync(join(folder, `${name}-${round}.txt`), content, { flush: true });
      }
    }
    writeFileSync(join(folder, "memory.txt"), content, { flush: true });
    const session = await openBenchSession(folder);
    await delay(settledAfterMs);
    for (let round = 0; round <= rounds; round += 1) await look(session, `ours-${round}.txt`);
    const next = { ours: 0, plain: 0, flushed: 0 };
    const figures = await interleave(
      [
        { name: "as Buffers", run: () => asBuffers(join(folder, `plain-${next.plain++}.txt`)) },
        {
          name: "as Buffers, flushed",
          run: () => asBuffers(join(folder, `flushed-${next.flushed++}.txt`), true),
        },
        { name: "edit_file", run: () => edit(session, `ours-${next.ours++}.txt`) },
      ],
      { rounds, times: 1 },
    );
    for (const name of ["ours", "plain", "flushed"]) {
      const made = readFileSync(join(folder, `${name}-${rounds}.txt`), "latin1");
      if (made !== expected) throw new Error(`${name} made something else`);
    }
    await session.close();
    const rows = Array.from(figures, ([name, { median, low, high }]) => [
      name,
      (median / 1_000).toFixed(0),
      `${(low / 1_000).toFixed(0)}-${(high / 1_000).toFixed(0)}`,
    ]);
    console.log(table([["milliseconds", "median", "middle half"], ...rows]));
    console.log();
    const median = (name: string): number => figures.get(name)?.median ?? Number.NaN;
    goal("time against Buffers", median("edit_file") / median("as Buffers"), 1.3, "x");
    console.log(
      `       against Buffers that are flushed, too: ${(median("edit_file") / median("as Buffers, flushed")).toFixed(2)} x`,
    );
    const child = spawnSync(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), folder],
      {
        encoding: "utf8",
      },
    );
    goal("memory over what the process had", Number(child.stdout), 2.2, "x the file's size");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own: prints how many times the file's size one edit took. */
async function measureMemory(folder: string): Promise<void> {
  const session = await openBenchSession(folder);
  await look(session, "memory.txt");
  const before = process.memoryUsage.rss();
  await edit(session, "memory.txt");
  writeSync(1, String((peakMemory() - before) / size));
  await session.close();
}

function contentOf(bytes: number): Buffer {
  const lines: string[] = [];
  let left = bytes / 2;
  for (let line = 0; left > 0; line += 1) {
    const text = `  const value${line} = compute(index, ${line}); // some words\n`;
    left -= text.length;
    lines.push(text);
  }
  const half = lines.join("");
  return Buffer.from(`${half}${oldText}\n${half}`);
}

async function openBenchSession(root: string): Promise<Session> {
  const registry = createRegistry();
  await registry.register([readFile, editFile]);
  const workspace = openWorkspace({ roots: [root] });
  const policy = createPolicy({ mode: "auto", roots: workspace.roots, layers: [] });
  return createSession({ registry, policy, workspace });
}

/** In bytes. What `getrusage` tells of a child may be its parent's. */
function peakMemory(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1_024;
  const [, kibibytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kibibytes) * 1_024;
}

async function look(session: Session, path: string): Promise<void> {
  const { error } = await session.call({ name: "read_file", input: { path, limit: 1 } });
  if (error !== null) throw new Error(error.message);
}

async function edit(session: Session, path: string): Promise<void> {
  const input = { path, old_string: oldText, new_string: newText };
  const { error } = await session.call({ name: "edit_file", input });
  if (error !== null) throw new Error(error.message);
}

function asBuffers(path: string, isFlushed = false): void {
  const bytes = readFileSync(path);
  const wanted = Buffer.from(oldText);
  const at = bytes.indexOf(wanted);
  if (at === -1 || bytes.indexOf(wanted, at + 1) !== -1) throw new Error("not once");
  const parts = [bytes.subarray(0, at), Buffer.from(newText), bytes.subarray(at + wanted.length)];
  const file = openSync(`${path}.new`, "wx");
  writeFileSync(file, Buffer.concat(parts));
  if (isFlushed) fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
