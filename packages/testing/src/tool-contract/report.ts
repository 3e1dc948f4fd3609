import type { Effect } from "@toolwright/core";
/**
 * What a tool did against its contract:
 *
 * - `undeclared-*`: it did what its effects for this very call don't say;
 * - `claim-impure`: `effects` looked at the world, or changed its input; `claim-unstable`: it said
 *   something else the second time; `claim-exceeded`: `prepare` named effects beyond it;
 * - `prepare-changes`: `prepare` changed something, started a program or went to the network;
 * - `late-access`: it went on after its result was given;
 * - `result-invalid`: no result, not plain JSON, or not what its output schema says;
 * - `example-invalid`: an example of its description doesn't fit its own schema;
 * - `unexpected-error`: it failed without a code of its own; `crash`, `hang`: so badly that the
 *   process ended, or had to be ended;
 * - `cancel-ignored`: it went on after its signal fired; `cancel-hidden`: a cancelled call ended as
 *   a failure; `litter`, `torn-file`: what a cancelled call left behind;
 * - `tool-unusable`: it couldn't be loaded or registered.
 */
export type ViolationKind =
  | "undeclared-read"
  | "undeclared-write"
  | "undeclared-delete"
  | "undeclared-run"
  | "undeclared-network"
  | "undeclared-environment"
  | "claim-impure"
  | "claim-unstable"
  | "claim-exceeded"
  | "prepare-changes"
  | "late-access"
  | "result-invalid"
  | "example-invalid"
  | "unexpected-error"
  | "crash"
  | "hang"
  | "cancel-ignored"
  | "cancel-hidden"
  | "litter"
  | "torn-file"
  | "tool-unusable";

export type ToolStage = "effects" | "prepare" | "execute";

export interface ContractViolation {
  readonly kind: ViolationKind;
  /** What it did: "wrote b.txt (fs.writeFileSync)". */
  readonly message: string;
  /** Which of the tool's functions did it; null for what is seen only afterwards. */
  readonly stage: ToolStage | null;
  /** What the call had declared by then. */
  readonly declared: readonly Effect[];
  /** The first place on the stack outside Node and this kit; null when there is none. */
  readonly at: string | null;
  /** Of the first call that did it; undefined for the tool as a whole. */
  readonly input: unknown;
  /** In how many calls it was seen. */
  readonly times: number;
}

export interface ContractReport {
  readonly tool: string;
  /** The workspace that the calls were made in; gone by now. Effects name paths in it. */
  readonly root: string;
  /** How many calls were made. */
  readonly runs: number;
  /** How they ended: `ok`, `error file-not-found`, `refused approval-rejected`, `cancelled`. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly violations: readonly ContractViolation[];
}

/** A violation as one call shows it, before those of all calls are put together. */
export type ObservedViolation = Omit<ContractViolation, "input" | "times">;

/** Collects the runs of one tool; the same violation of many calls becomes one. */
export class ReportBuilder {
  tool: string;
  readonly #root: string;
  #runs = 0;
  readonly #outcomes = new Map<string, number>();
  readonly #violations = new Map<string, ContractViolation>();

  constructor(tool: string, root: string) {
    this.tool = tool;
    this.#root = root;
  }

  addOutcome(outcome: string): void {
    this.#runs += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  /** `sameAs` tells which violations of several calls are one; by default, what was done where. */
  add(violation: ObservedViolation, input: unknown, sameAs = identityOf(violation)): void {
    const key = JSON.stringify([violation.kind, violation.stage, sameAs]);
    const known = this.#violations.get(key);
    this.#violations.set(
      key,
      known === undefined
        ? { ...violation, input, times: 1 }
        : { ...known, times: known.times + 1 },
    );
  }

  build(): ContractReport {
    return {
      tool: this.tool,
      root: this.#root,
      runs: this.#runs,
      outcomes: Object.fromEntries([...this.#outcomes].sort(([a], [b]) => (a < b ? -1 : 1))),
      violations: [...this.#violations.values()],
    };
  }
}

/** The paths differ with the input; the line of the tool's code and what it did there don't. */
function identityOf({ message, at }: ObservedViolation): string {
  return at === null ? message : `${message.slice(0, message.indexOf(" "))} at ${at}`;
}
