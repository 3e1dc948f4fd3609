import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "@toolwright/core/internal";
import { findProgram } from "./declared.ts";
import type { LoadedTool, ObservedToolConfig, RunReport, RunRequest } from "./messages.ts";
import { ObservedChild } from "./observed-child.ts";
import { defaultFiles, defaultUnreadable, type ToolContractOptions } from "./options.ts";
import { findRemains } from "./remains.ts";
import { type ContractReport, ReportBuilder, type ViolationKind } from "./report.ts";
import { makeSchemaInputs } from "./schema-inputs.ts";

/** After so many processes were lost, more calls would tell nothing new. */
const maxBreakdowns = 5;

/**
 * Runs a tool under observation, and holds what it did in each call against the effects that it
 * declared for that very call.
 *
 * The tool runs in a child process, through a session of the runtime, in a directory that is set up
 * anew for each call. Observed are: paths used through `node:fs` (synchronous, callbacks, promises,
 * streams, `open` by its flags) and through the workspace; programs started through
 * `node:child_process` and the process host; the network at `Socket.connect`, datagrams, names
 * looked up and requests over open connections; the environment; and what differs in the directory,
 * one beside it and the home directory afterwards (content, mode, links). Calls are made with the
 * given `inputs`, the description's examples, and inputs made up from the schema, some of them
 * wrong, some hostile; and each of the `inputs` again and again, cancelled at another step.
 *
 * What it can't see: what native addons, worker threads and Node's raw bindings do; what a program
 * does that was declared as a run or is a helper, but for changes in the compared directories; a
 * script is taken to be declared when the words of a declared run are all in it; times of files; what
 * happens outside the tool's own asynchronous context (a timer or queue made when its module was
 * loaded), but for changes in the compared directories; and what it does long after its result, when
 * the next call or the end of the process comes first. Reads of Node's module loader count only below
 * the directories of the call. Changes outside of them are refused with EPERM after being noted.
 *
 * Never rejects for what the tool does: a tool that can't be loaded is a violation, too. Rejects when
 * a call can't be made at all: a world that can't be opened, files that can't be put there.
 */
export async function checkToolContract(options: ToolContractOptions): Promise<ContractReport> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-contract-")));
  for (const folder of ["home", "tmp", "state"]) mkdirSync(join(base, folder));
  const check = new Check(options, base);
  try {
    return await check.run();
  } finally {
    check.close();
    rmSync(base, { recursive: true, force: true });
  }
}

type Trial = Omit<RunRequest, "cancelAtStep"> & { readonly cancelAtStep?: number };

class Check {
  readonly #options: ToolContractOptions;
  readonly #config: ObservedToolConfig;
  readonly #child: ObservedChild;
  readonly #report: ReportBuilder;
  #breakdowns = 0;

  constructor(options: ToolContractOptions, base: string) {
    this.#options = options;
    const name = options.toolName ?? options.exportName;
    this.#report = new ReportBuilder(name, join(base, "workspace"));
    this.#config = {
      base,
      toolModule: String(options.toolModule),
      exportName: options.exportName,
      toolName: options.toolName ?? null,
      worldModule: options.worldModule === undefined ? null : String(options.worldModule),
      files: options.files ?? defaultFiles,
      unreadable: options.unreadable ?? (options.files === undefined ? defaultUnreadable : []),
      helpers: (options.helpers ?? []).map((program) => findProgram(program) ?? program),
      observesEnvironment: options.observesEnvironment ?? false,
    };
    this.#child = new ObservedChild(this.#config);
  }

  close(): void {
    this.#child.close();
  }

  async run(): Promise<ContractReport> {
    const { inputs = [] } = this.#options;
    const tool = await this.#load();
    if (tool === null) return this.#report.build();
    this.#report.tool = tool.name;
    for (const violation of tool.violations) this.#report.add(violation, undefined);
    for (const input of inputs) {
      await this.#try({ input, isTrusted: true, knowsFiles: false });
      await this.#tryCancelling(input);
    }
    for (const input of tool.examples) {
      await this.#try({ input, isTrusted: false, knowsFiles: true });
    }
    for (const [index, input] of this.#madeUpInputs(tool).entries()) {
      // Two in turn are the well-formed and the spoilt one.
      await this.#try({ input, isTrusted: false, knowsFiles: index % 4 < 2 });
    }
    return this.#report.build();
  }

  async #load(): Promise<LoadedTool | null> {
    const loaded = await this.#child.load();
    if (typeof loaded !== "string") return loaded;
    const message = `can't be used: ${loaded}`;
    this.#report.add(
      { kind: "tool-unusable", message, stage: null, declared: [], at: null },
      undefined,
    );
    return null;
  }

  #madeUpInputs({ inputSchema }: LoadedTool): readonly unknown[] {
    const { fuzzRuns = 100, seed = 1 } = this.#options;
    const words = Object.keys(this.#config.files);
    return makeSchemaInputs(inputSchema, { count: fuzzRuns, seed, words });
  }

  async #try(trial: Trial): Promise<RunReport | null> {
    if (this.#breakdowns >= maxBreakdowns) return null;
    const { runTimeoutMs = 40_000 } = this.#options;
    const request = { cancelAtStep: null, ...trial };
    const ran = await this.#child.run(request, runTimeoutMs);
    if (!("kind" in ran)) {
      this.#report.addOutcome(ran.outcome);
      for (const violation of ran.violations) this.#report.add(violation, trial.input);
      return ran;
    }
    this.#breakdowns += 1;
    this.#report.addOutcome(ran.kind);
    const { kind, message } = ran;
    this.#report.add({ kind, message, stage: null, declared: [], at: null }, trial.input);
    if (typeof (await this.#child.load()) === "string") this.#breakdowns = maxBreakdowns;
    return null;
  }

  /** The same call over and over, each time cancelled at another of its steps. */
  async #tryCancelling(input: unknown): Promise<void> {
    const { cancelPoints = 25 } = this.#options;
    if (cancelPoints === 0) return;
    const trial = { input, isTrusted: true, knowsFiles: true };
    const whole = await this.#try({ ...trial, cancelAtStep: 0 });
    if (whole === null) return;
    for (const step of spread(whole.steps, cancelPoints)) {
      const cancelled = await this.#try({ ...trial, cancelAtStep: step });
      if (cancelled !== null) this.#judgeCancelled(whole, cancelled, { input, step });
    }
  }

  #judgeCancelled(
    whole: RunReport,
    cancelled: RunReport,
    { input, step }: { readonly input: unknown; readonly step: number },
  ): void {
    const when = `cancelled at step ${step} of ${whole.steps}`;
    const add = (kind: ViolationKind, what: string): void =>
      this.#report.add(
        { kind, message: `${when}, it ${what}`, stage: null, declared: [], at: null },
        input,
        what,
      );
    const { outcome, endedAfterCancelMs } = cancelled;
    if (outcome !== "cancelled" && outcome !== whole.outcome) {
      add("cancel-hidden", `ended as '${outcome}', not as cancelled or '${whole.outcome}'`);
    }
    if (endedAfterCancelMs !== null && endedAfterCancelMs >= limits.abortGraceMs) {
      add("cancel-ignored", `had not ended after ${limits.abortGraceMs / 1_000} s`);
    }
    for (const { kind, path } of findRemains(whole, cancelled)) {
      const what = kind === "litter" ? "left behind" : "left neither the old nor the new";
      add(kind, `${what} ${path.slice(this.#config.base.length + 1)}`);
    }
  }
}

/** At most `count` of 1 to `total`, the first and the last among them. */
function spread(total: number, count: number): readonly number[] {
  if (total <= count) return Array.from({ length: total }, (_, index) => index + 1);
  if (count === 1) return [1];
  return Array.from({ length: count }, (_, index) =>
    Math.round(1 + (index * (total - 1)) / (count - 1)),
  );
}
