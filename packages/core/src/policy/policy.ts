import type { Effect } from "../effects/effect.ts";
import type { Grant } from "../approval/grant.ts";
import type { LabelContext, LabelSource } from "../ports/labels.ts";
import type { ReadFilter } from "../ports/workspace.ts";
import type { Rule } from "./rule.ts";

export type Decision = "allow" | "ask" | "deny";

const decisions: readonly Decision[] = ["allow", "ask", "deny"];

export function isStricter(one: Decision, other: Decision): boolean {
  return decisions.indexOf(one) > decisions.indexOf(other);
}

export const modes = ["plan", "default", "accept-edits", "auto"] as const;
export type Mode = (typeof modes)[number];

/** The part of the policy that decided an effect. */
export type ProofLayer =
  | "built-in"
  | "protected"
  | "administrator"
  | "user"
  | "project"
  | "mode"
  | "grant";

/** The reason for the decision on one effect. */
export interface ProofStep {
  readonly effect: Effect;
  readonly decision: Decision;
  readonly layer: ProofLayer;
  /** The rule as written (`deny write(**)`), the built-in rule's name, or the mode and kind of effect. */
  readonly rule: string;
  /** The settings file or host that the rule came from; null for built-in rules. */
  readonly source: string | null;
  /** How a person could get another decision; null when nothing changes it. */
  readonly wouldChange: string | null;
  /** Present for an ask whose rule says `always`, which no grant answers. */
  readonly always?: true;
  /** Present when the rule says that the call runs in a stage. */
  readonly stage?: true;
  /** The labels in the context that the decision follows from, and the calls that brought them. */
  readonly labels?: readonly LabelSource[];
  /** The id of the grant that allowed it. */
  readonly grant?: string;
}

export interface PolicyDecision {
  /** The strictest of the proof's decisions; `allow` when there is no effect. */
  readonly decision: Decision;
  readonly mode: Mode;
  /** One step for each effect, in the effects' order. */
  readonly proof: readonly ProofStep[];
}

export interface PolicyLayer {
  readonly name: "administrator" | "user" | "project";
  /** The file or host that the rules come from, for proofs. */
  readonly source: string;
  readonly rules: readonly Rule[];
  /** The allow rules of an untrusted layer are ignored. Default: false for `project`, otherwise true. */
  readonly isTrusted?: boolean;
}

export interface PolicyQuestion {
  /** The effects, resolved by the workspace: path effects have a `realPath`. */
  readonly effects: readonly Effect[];
  /** The tool's name, for `tool(…)` rules. */
  readonly tool: string;
  /** The agent's name, for rules of one agent. */
  readonly agent: string;
  /** The agents above it: what denies or asks for one of them does so for it, too. */
  readonly ancestors?: readonly string[];
  readonly grants?: readonly Grant[];
  /** The labels in the session's context. Without them, a rule with `when` holds in any context. */
  readonly labels?: LabelContext | undefined;
  /** Milliseconds since the epoch. Without it, a grant that expires covers nothing. */
  readonly nowMs?: number;
}

/** Whose call it is. */
export type Caller = Pick<PolicyQuestion, "agent" | "ancestors" | "labels">;

/** A pure function from a call's effects to a decision with its proof. */
export interface Policy {
  readonly mode: Mode;
  decide(question: PolicyQuestion): PolicyDecision;
  /**
   * A fast form of `decide` for very many files inside the workspace: whether a plain read is
   * allowed. Paths are real, absolute and normalised. Absent: `decide` is called for each file.
   */
  readFilter?(question: Omit<PolicyQuestion, "effects">): ReadFilter;
  /**
   * The allowed patterns nearest to an effect that isn't allowed: allow rules and live grants of the
   * same kind, nearest first, then what the mode allows. Empty when nothing of the kind is allowed.
   */
  nearestAllowed?(effect: Effect, question: Omit<PolicyQuestion, "effects">): readonly string[];
  /** The same rules under another mode. */
  withMode(mode: Mode): Policy;
}
