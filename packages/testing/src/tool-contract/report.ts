import type { Effect } from "@toolwright/core";
/**
 * The kinds of violations:
 * - `undeclared-*`: an action without an effect of this call;
 * - `claim-impure`: `effects` accessed the world or changed its input; `claim-unstable`: a second call of it
 * differed; `claim-exceeded`: `prepare` returned effects beyond the claims;
 * - `prepare-changes`: `prepare` changed something, started a program or used the network;
 * - `late-access`: the call continued after its result;
 * - `result-invalid`: no result, not plain JSON, or not matching its output schema;
 * - `example-invalid`: an example of the description does not fit the schema;
 * - `unexpected-error`: a failure without an error code; `crash`, `hang`: the process ended, or had to be
 * killed;
 * - `cancel-ignored`: the call continued after its signal; `cancel-hidden`: a cancelled call ended as a
 * failure; `litter`, `torn-file`: leftovers of a cancelled call;
 * - `tool-unusable`: the tool could not be loaded or registered.
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
  /** The action: "wrote b.txt (fs.writeFileSync)". */
  readonly message: string;
  /** The tool's function that did it; null for changes found only afterwards. */
  readonly stage: ToolStage | null;
  /** The call's declared effects at that time. */
  readonly declared: readonly Effect[];
  /** The first stack frame outside Node and this kit; null if there is none. */
  readonly at: string | null;
  /** The input of the first call with it; undefined for the tool as a whole. */
  readonly input: unknown;
  /** The number of calls with it. */
  readonly times: number;
}

export interface ContractReport {
  readonly tool: string;
  /** The calls' workspace, which no longer exists. Effects name paths in it. */
  readonly root: string;
  /** How many calls were made. */
  readonly runs: number;
  /**
   * The calls by outcome: `ok`, `error file-not-found`, `refused approval-rejected`, `cancelled`.
   */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly violations: readonly ContractViolation[];
}

/** A violation in one call, before equal ones are merged. */
export type ObservedViolation = Omit<ContractViolation, "input" | "times">;

/** Collects the calls of one tool and merges equal violations. */
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

  /** `sameAs`: a key that is equal for equal violations; by default the action and its place. */
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

/** Paths differ between inputs; the action and the line of code do not. */
function identityOf({ message, at }: ObservedViolation): string {
  return at === null ? message : `${message.slice(0, message.indexOf(" "))} at ${at}`;
}
