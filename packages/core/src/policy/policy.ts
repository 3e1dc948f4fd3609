import type { Effect } from "../effects/effect.ts";
import type { Grant } from "../approval/grant.ts";
import type { ReadFilter } from "../ports/workspace.ts";
import type { Rule } from "./rule.ts";

export type Decision = "allow" | "ask" | "deny";

const decisions: readonly Decision[] = ["allow", "ask", "deny"];

export function isStricter(one: Decision, other: Decision): boolean {
  return decisions.indexOf(one) > decisions.indexOf(other);
}

export const modes = ["plan", "default", "accept-edits", "auto"] as const;
export type Mode = (typeof modes)[number];

/** Which part of the policy settled an effect. */
export type ProofLayer =
  | "built-in"
  | "protected"
  | "administrator"
  | "user"
  | "project"
  | "mode"
  | "grant";

/** Why one effect was decided as it was. */
export interface ProofStep {
  readonly effect: Effect;
  readonly decision: Decision;
  readonly layer: ProofLayer;
  /** The rule as written (`deny write(**)`), the name of the built-in rule, or the mode's row. */
  readonly rule: string;
  /** The settings file or host that the rule came from; null for what is built in. */
  readonly source: string | null;
  /** What a person could do for another decision; null when nothing would. */
  readonly wouldChange: string | null;
  /** Of an ask whose rule says `always`: no grant answers it. */
  readonly always?: true;
  /** The id of the grant that allowed it. */
  readonly grant?: string;
}

export interface PolicyDecision {
  /** The strictest of the proof's decisions; `allow` when there is no effect at all. */
  readonly decision: Decision;
  readonly mode: Mode;
  /** One step an effect, in the effects' order. */
  readonly proof: readonly ProofStep[];
}

export interface PolicyLayer {
  readonly name: "administrator" | "user" | "project";
  /** The file or host that the rules come from, for proofs. */
  readonly source: string;
  readonly rules: readonly Rule[];
  /** A project that isn't trusted counts only where it tightens. Default: true, but false for `project`. */
  readonly isTrusted?: boolean;
}

export interface PolicyQuestion {
  /** Resolved by the workspace: path effects carry `realPath`. */
  readonly effects: readonly Effect[];
  /** The tool's name, for `tool(…)` rules. */
  readonly tool: string;
  /** The agent's name, for rules of one agent. */
  readonly agent: string;
  readonly grants?: readonly Grant[];
  /** Milliseconds since the epoch. Without it, a grant that expires covers nothing. */
  readonly nowMs?: number;
}

/** A pure function from what a call would do to a decision with its proof. */
export interface Policy {
  readonly mode: Mode;
  decide(question: PolicyQuestion): PolicyDecision;
  /**
   * `decide` on the plain read of a file inside the workspace, in short and for very many of them:
   * whether it is allowed. The path is real, absolute and normalised. Where it is absent, `decide`
   * is asked for each.
   */
  readFilter?(question: Omit<PolicyQuestion, "effects">): ReadFilter;
  /**
   * What is allowed and comes nearest to an effect that isn't: patterns of allow rules and live
   * grants of the same kind, the nearest first, and what the mode lets through. Empty when nothing
   * of the kind is allowed.
   */
  nearestAllowed?(effect: Effect, question: Omit<PolicyQuestion, "effects">): readonly string[];
  /** The same rules under another mode. */
  withMode(mode: Mode): Policy;
}
