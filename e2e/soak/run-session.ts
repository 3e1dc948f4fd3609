import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ApprovalAnswer, Invocation, Outcome } from "@toolwright/core";
import { openToolwright, type Toolwright } from "@toolwright/runtime";
import { type Declared, type Knowledge, makeCall } from "./make-call.ts";
import { Random } from "./random.ts";
import { differences, treeOf } from "./traces.ts";

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

/** No call may take longer: commands have a limit of 2 s. */
const hangMs = 60_000;
const tree = join(import.meta.dirname, "..", "..", "packages", "core", "src");

/** Works in a session with random calls, undoes what it did, and looks for everything that is left. */
export async function runSession({ folder, seed, forMs }: SessionOptions): Promise<SessionReport> {
  const random = new Random(seed);
  const work = makeWorld(folder);
  const before = treeOf(work);
  const toolwright = await open(folder, work, random);
  const soaked = new Soaked(toolwright, work, random);
  await soaked.workUntil(performance.now() + forMs);
  const changes = await soaked.endAndCount();
  const undone = await undoAll(toolwright, soaked.faults);
  await toolwright.close();
  if (undone) {
    for (const path of differences(before, treeOf(work)).slice(0, 5))
      soaked.faults.push(`undone, and yet different: ${path}`);
  }
  for (const litter of [...treeOf(work).keys()].filter((path) => path.includes(".toolwright-")))
    soaked.faults.push(`litter: ${litter}`);
  const { faults, calls, outcomes } = soaked;
  return { faults, calls, changes, undone: undone ? 1 : 0, outcomes };
}

function makeWorld(folder: string): string {
  const work = join(folder, "work");
  cpSync(tree, work, { recursive: true });
  for (const name of ["home", "state", "config", "data"]) mkdirSync(join(folder, name));
  writeFileSync(join(work, ".env"), "API_TOKEN=tok-7f3a9c1e5b2d\n");
  writeFileSync(join(work, "README.md"), "# A tree\n\nText.\n".repeat(20));
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: work });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "start");
  return work;
}

function open(folder: string, work: string, random: Random): Promise<Toolwright> {
  return openToolwright({
    workspace: work,
    mode: random.of(["plan", "default", "accept-edits", "auto", "auto"]),
    settings: { shell: { timeoutMs: 2_000 } },
    thirdPartyTools: "never",
    declareAllTools: true,
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: join(folder, "home"),
      XDG_STATE_HOME: join(folder, "state"),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
    },
    approver: () => answer(random),
    onNotice: () => undefined,
  });
}

async function answer(random: Random): Promise<ApprovalAnswer | undefined> {
  await delay(random.below(20));
  if (random.isTrue(0.6)) return { outcome: "once" };
  return random.of<ApprovalAnswer | undefined>([
    { outcome: "session" },
    { outcome: "reject", feedback: "Not that." },
    { outcome: "cancel" },
    { outcome: "edit", input: { path: "README.md" } },
    undefined,
  ]);
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

class Soaked {
  readonly faults: string[] = [];
  readonly outcomes: Record<string, number> = {};
  calls = 0;
  readonly #toolwright: Toolwright;
  readonly #work: string;
  readonly #random: Random;
  readonly #tools: readonly Declared[];
  readonly #jobs: string[] = [];

  constructor(toolwright: Toolwright, work: string, random: Random) {
    this.#toolwright = toolwright;
    this.#work = work;
    this.#random = random;
    this.#tools = toolwright.declare("mcp");
  }

  /** Makes a model's steps: a few calls at once, then the next ones. */
  async workUntil(end: number): Promise<void> {
    while (performance.now() < end) {
      const known = this.#knowledge();
      const calls = Array.from({ length: 1 + this.#random.below(4) }, () =>
        makeCall(this.#random, this.#tools, known),
      );
      await Promise.all(calls.map((call) => this.#make(this.#toolwright.session.call(call))));
    }
  }

  async #make(invocation: Invocation): Promise<void> {
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
    if (outcome === null) this.faults.push(`hangs: ${invocation.callId}`);
    else this.#note(outcome);
  }

  #note({ status, error, tool, metadata }: Outcome): void {
    const code = error?.code ?? status;
    this.outcomes[code] = (this.outcomes[code] ?? 0) + 1;
    if (code === "internal") this.faults.push(`internal: ${tool}: ${error?.message}`);
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
