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

/** After losing this many processes, more calls would reveal nothing new. */
const maxBreakdowns = 5;

/**
 * Runs a tool under observation and compares each call's actions with the effects that it declared for that
 * call.
 *
 * The tool runs in a child process, through a session of the runtime, in a fresh directory for each call.
 * Observed are paths used through `node:fs` (synchronous, callbacks, promises, streams, `open` by its flags)
 * and through the workspace; programs started through `node:child_process` and the process host; the network
 * at `Socket.connect`, datagrams, name lookups and requests over open connections; and the environment.
 * Afterwards the directory, one beside it and the home directory are compared (content, mode, links). Inputs
 * are the given `inputs`, the description's examples, and inputs generated from the schema, some of them
 * invalid or hostile. Each of the `inputs` is also repeated and cancelled at one step after another.
 *
 * Not observed: native addons, worker threads and Node's raw bindings; the inside of declared programs and
 * helpers, except changes in the compared directories; files' times; actions outside the tool's asynchronous
 * context (a timer or queue made when its module was loaded), except changes in the compared directories; and
 * actions long after the result, if the next call or the end of the process comes first. A script counts as
 * declared if the words of a declared run are all in it. Reads by Node's module loader count only below the
 * directories of the call. Changes outside those directories are recorded and refused with EPERM.
 *
 * Never rejects because of the tool: a tool that cannot be loaded is a violation as well. Rejects when a call
 * cannot be made: the world cannot be opened, or files cannot be written.
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
      // The well-formed and the spoilt input alternate.
      await this.#try({ input, isTrusted: false, knowsFiles: index % 4 < 2 });
    }
    return this.#report.build();
  }

  async #load(): Promise<LoadedTool | null> {
    const loaded = await this.#child.load();
    if (typeof loaded !== "string") return loaded;
    const message = `cannot be used: ${loaded}`;
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

  /** Repeats one call and cancels it at a different step each time. */
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

/** At most `count` steps of 1 to `total`, including the first and the last. */
function spread(total: number, count: number): readonly number[] {
  if (total <= count) return Array.from({ length: total }, (_, index) => index + 1);
  if (count === 1) return [1];
  return Array.from({ length: count }, (_, index) =>
    Math.round(1 + (index * (total - 1)) / (count - 1)),
  );
}
