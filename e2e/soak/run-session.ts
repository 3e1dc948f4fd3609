import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Outcome, ToolCall } from "@toolwright/core";
import type { Toolwright } from "@toolwright/runtime";
import { lostChanges } from "./lost-changes.ts";
import { type Declared, makeCall } from "./make-call.ts";
import { Random } from "./random.ts";
import type { Knowledge } from "./samples.ts";
import { differences, treeOf } from "./traces.ts";
import { makeWorld, openEditing, openSession } from "./world.ts";

export interface SessionReport {
  readonly faults: readonly string[];
  readonly calls: number;
  /** The calls that changed something. */
  readonly changes: number;
  /** 1 if all changes could be undone. */
  readonly undone: number;
  /** The number of calls that ended in each status or error code. */
  readonly outcomes: Readonly<Record<string, number>>;
}

export interface SessionOptions {
  /** An empty directory. */
  readonly folder: string;
  readonly seed: number;
  readonly forMs: number;
}

/** No call may take longer: commands and programs have limits of a second. */
const hangMs = 60_000;

/** Works in a session with random calls, undoes what it did, and looks for everything that is left. */
export async function runSession({ folder, seed, forMs }: SessionOptions): Promise<SessionReport> {
  const random = new Random(seed);
  const work = makeWorld(folder);
  const before = treeOf(work);
  const toolwright = await openSession(folder, random);
  const soaked = new Soaked(toolwright, work, random, () => true);
  await soaked.workUntil(performance.now() + forMs);
  await toolwright.session.endStage();
  const changes = await soaked.endAndCount();
  const undone = await undoAll(toolwright, soaked.faults);
  await toolwright.close();
  soaked.faults.push(...(undone ? faultsOf(before, work) : []), ...litterIn(work));
  return { ...soaked.report, changes, undone: undone ? 1 : 0 };
}

/** Two sessions that edit the same files at once. Each undoes what it did if the other one isn't in the way. */
export async function runRivals({ folder, seed, forMs }: SessionOptions): Promise<SessionReport> {
  const random = new Random(seed);
  const work = makeWorld(folder);
  const before = treeOf(work);
  const open = await Promise.all([openEditing(folder), openEditing(folder)]);
  const rivals = open.map((each) => new Soaked(each, work, random, changesFilesOnly(each)));
  const faults: string[] = [];
  const end = performance.now() + forMs;
  await Promise.all(rivals.map((each) => each.workUntil(end)));
  const changes = await Promise.all(rivals.map((each) => each.endAndCount()));
  faults.push(...(await lostIn(open)));
  const undone: boolean[] = [];
  for (const each of open) undone.push(await undoAll(each, faults));
  faults.push(...(await lostIn(open)));
  await Promise.all(open.map((each) => each.close()));
  const isUndone = undone.every(Boolean);
  faults.push(...(isUndone ? faultsOf(before, work) : []), ...litterIn(work));
  faults.push(...(await faultsOfNewcomer(folder)));
  const reports = rivals.map((each) => each.report);
  return {
    faults: [...reports.flatMap((each) => each.faults), ...faults],
    calls: reports.reduce((sum, each) => sum + each.calls, 0),
    changes: Math.max(...changes),
    undone: isUndone ? 1 : 0,
    outcomes: reports[0]?.outcomes ?? {},
  };
}

async function lostIn([first]: readonly Toolwright[]): Promise<readonly string[]> {
  return first === undefined ? [] : (await lostChanges(first.journal)).slice(0, 5);
}

/** Only what the session itself changes can be followed through the journal. */
function changesFilesOnly({ registry }: Toolwright): (name: string) => boolean {
  const kinds: ReadonlySet<string> = new Set(["read", "search", "edit", "delete", "move"]);
  return (name) => kinds.has(registry.get(name)?.tool?.tool.kind ?? "other");
}

/** Tells whether a lock is left that keeps others from working. */
async function faultsOfNewcomer(folder: string): Promise<readonly string[]> {
  const toolwright = await openEditing(folder);
  const input = { path: "newcomer.txt", content: "text\n" };
  const { status, error } = await toolwright.session.call({ name: "write_file", input });
  await toolwright.close();
  return status === "ok" ? [] : [`nobody can write any longer: ${error?.message}`];
}

function faultsOf(before: ReadonlyMap<string, string>, work: string): readonly string[] {
  const different = differences(before, treeOf(work)).slice(0, 5);
  return different.map((path) => `undone, and yet different: ${path}`);
}

function litterIn(work: string): readonly string[] {
  return [...treeOf(work).keys()]
    .filter((path) => path.includes(".toolwright-"))
    .map((path) => `litter: ${path}`);
}

/** The changes of the whole session, newest first. False when they can't be undone, which has to be said. */
async function undoAll(toolwright: Toolwright, faults: string[]): Promise<boolean> {
  const target = { type: "session", sessionId: toolwright.session.id } as const;
  const result = await toolwright.undo(target);
  if (result.outcome === "done")
    return result.notes.length === 0 && result.paths.every(({ did }) => did !== "kept");
  if (result.outcome === "not-undoable" && result.reasons.length === 0)
    faults.push("can't be undone, without a reason");
  return false;
}

function briefly({ name, input }: ToolCall): string {
  return `${name} ${JSON.stringify(input).slice(0, 500)}`;
}

class Soaked {
  readonly faults: string[] = [];
  readonly outcomes: Record<string, number> = {};
  calls = 0;
  readonly #toolwright: Toolwright;
  readonly #work: string;
  readonly #random: Random;
  readonly #tools: readonly Declared[];
  readonly #jobs: string[] = [];

  constructor(
    toolwright: Toolwright,
    work: string,
    random: Random,
    isWanted: (tool: string) => boolean,
  ) {
    this.#toolwright = toolwright;
    this.#work = work;
    this.#random = random;
    this.#tools = toolwright.declare("mcp").filter(({ name }) => isWanted(name));
  }

  get report(): Pick<SessionReport, "faults" | "calls" | "outcomes"> {
    return { faults: this.faults, calls: this.calls, outcomes: this.outcomes };
  }

  /** Makes a model's steps: a few calls at once, then the next ones. */
  async workUntil(end: number): Promise<void> {
    while (performance.now() < end) {
      const known = this.#knowledge();
      const calls = Array.from({ length: 1 + this.#random.below(4) }, () =>
        makeCall(this.#random, this.#tools, known),
      );
      await Promise.all(calls.map((call) => this.#make(call)));
    }
  }

  async #make(call: ToolCall): Promise<void> {
    const invocation = this.#toolwright.session.call(call);
    this.calls += 1;
    const stopAfterMs = this.#random.isTrue(0.1) ? this.#random.below(300) : null;
    const stop = stopAfterMs === null ? null : setTimeout(() => invocation.cancel(), stopAfterMs);
    const hang = new AbortController();
    const outcome = await Promise.race([
      invocation,
      delay(hangMs, null, { signal: hang.signal }).catch(() => null),
    ]);
    hang.abort();
    if (stop !== null) clearTimeout(stop);
    if (outcome === null) this.faults.push(`hangs: ${briefly(call)}, cancelled: ${stop !== null}`);
    else this.#note(call, outcome);
  }

  #note(call: ToolCall, { status, error, metadata }: Outcome): void {
    const code = error?.code ?? status;
    this.outcomes[code] = (this.outcomes[code] ?? 0) + 1;
    if (code === "internal") this.faults.push(`internal: ${briefly(call)}: ${error?.message}`);
    const { id } = metadata as { readonly id?: unknown };
    if (typeof id === "string") this.#jobs.push(id);
  }

  /** Ends the background commands, and looks at the journal. */
  async endAndCount(): Promise<number> {
    for (const id of this.#jobs)
      await this.#toolwright.session.call({ name: "stop_command", input: { id } });
    const entries = await this.#toolwright.journal.entries({ limit: 100_000 });
    for (const { callId, status } of entries)
      if (status === "open") this.faults.push(`open in the journal: ${callId}`);
    if (entries.length < this.calls) {
      this.faults.push(`${this.calls} calls, and ${entries.length} entries in the journal`);
    }
    return entries.filter(({ changeCount }) => (changeCount ?? 0) > 0).length;
  }

  #knowledge(): Knowledge {
    const entries = readdirSync(this.#work, { recursive: true, withFileTypes: true });
    const paths = entries
      .map((entry) => relative(this.#work, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith(".git"));
    return { paths, jobs: this.#jobs };
  }
}
