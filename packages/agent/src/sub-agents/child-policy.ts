import {
  createPolicy,
  type Mode,
  modes,
  type Policy,
  type PolicyDecision,
  type PolicyQuestion,
  type ProofStep,
  type Rule,
} from "@toolwright/core";
import { createChildPolicy } from "@toolwright/core/internal";
import type { AgentDefinition } from "./agent-definition.ts";
import { pathRules, withinPaths } from "./child-paths.ts";

/** What a definition or a task takes away from a sub-agent. */
export type Restriction = Pick<AgentDefinition, "mode" | "rules" | "paths" | "source">;

/** The directories that patterns refer to. */
export interface PatternPlaces {
  readonly roots: readonly string[];
  readonly home?: string | undefined;
}

/**
 * The policy that a restriction asks for, which can only tighten the parent's: the stricter mode, its deny and ask
 * rules, its paths. Undefined when it asks for nothing.
 *
 * Shapes: `parent` is called for each decision, because its rules and mode may change.
 * Errors: ConfigurationError `policy-invalid` for a rule that can't be read.
 */
export function policyOf(
  { mode, rules = [], paths, source }: Restriction,
  parent: () => Policy,
  places: PatternPlaces,
): Policy | undefined {
  if (mode === undefined && rules.length === 0 && paths === undefined) return undefined;
  const inMode = limitedTo(mode ?? loosest, parent);
  const layers = [
    ...(rules.length > 0 ? [stepsOnly(rules, ofRules, { ...places, source })] : []),
    ...(paths === undefined
      ? []
      : [stepsOnly(pathRules(paths), withinPaths(paths, source), { ...places, source })]),
  ];
  return layers.reduce((own, layer) => createChildPolicy(() => layer, own), inMode);
}

/** The parent's policy as it is, in a mode that is at most this one. */
function limitedTo(limit: Mode, parent: () => Policy): Policy {
  const current = (): Policy => {
    const policy = parent();
    return isLooser(policy.mode, limit) ? policy.withMode(limit) : policy;
  };
  return {
    get mode() {
      return current().mode;
    },
    decide: (question) => current().decide(question),
    nearestAllowed: (effect, question) => current().nearestAllowed?.(effect, question) ?? [],
    withMode: (mode) => limitedTo(isLooser(mode, limit) ? limit : mode, parent),
  };
}

const loosest: Mode = "auto";

function isLooser(one: Mode, other: Mode): boolean {
  return modes.indexOf(one) > modes.indexOf(other);
}

/** The step in the policy's own words; undefined when the parent decides the effect. */
export type TakeStep = (step: ProofStep) => ProofStep | undefined;

/** Decides what `take` takes, and allows everything else, which the parent decides. */
function stepsOnly(
  rules: readonly Rule[],
  take: TakeStep,
  { roots, home, source }: PatternPlaces & { readonly source: string },
): Policy {
  const policy = createPolicy({
    mode: "default",
    roots,
    ...(home !== undefined && { home }),
    // As a project that isn't trusted: its allow rules don't count.
    layers: [{ name: "project", source, rules, isTrusted: false }],
  });
  const decide = (question: PolicyQuestion): PolicyDecision => {
    const bare = policy.decide({ ...question, grants: [] }).proof;
    const proof = bare.map((step) => take(step) ?? { ...step, decision: "allow" as const });
    if (!proof.some(isAsk)) return decisionOf(proof);
    const { proof: granted } = policy.decide(question);
    return decisionOf(
      proof.map((step, at) => {
        const answer = granted[at];
        return isAsk(step) && answer?.grant !== undefined ? answer : step;
      }),
    );
  };
  // The parent's mode counts.
  const own: Policy = { mode: loosest, decide, withMode: () => own };
  return own;
}

function isAsk({ decision }: ProofStep): boolean {
  return decision === "ask";
}

function decisionOf(proof: readonly ProofStep[]): PolicyDecision {
  const strictest = (["deny", "ask"] as const).find((decision) =>
    proof.some((step) => step.decision === decision),
  );
  return { decision: strictest ?? "allow", mode: loosest, proof };
}

const ofRules: TakeStep = (step) => (step.layer === "project" ? step : undefined);
