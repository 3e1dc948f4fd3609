import {
  createPolicy,
  type Mode,
  modes,
  type Policy,
  type PolicyDecision,
  type Rule,
} from "@toolwright/core";
import { createChildPolicy } from "@toolwright/core/internal";
import type { AgentDefinition } from "./agent-definition.ts";

/**
 * The policy that a definition asks for, which can only tighten its parent's: the stricter mode, and its deny and
 * ask rules. Undefined when it asks for nothing.
 *
 * Errors: ConfigurationError `policy-invalid` for a rule that can't be read.
 */
export function policyOf(
  definition: Pick<AgentDefinition, "mode" | "rules" | "source">,
  parent: Policy,
  roots: readonly string[],
): Policy | undefined {
  const { mode = parent.mode, rules = [], source } = definition;
  if (rules.length === 0 && mode === parent.mode) return undefined;
  const inMode = parent.withMode(stricter(mode, parent.mode));
  return rules.length === 0
    ? inMode
    : createChildPolicy(() => inMode, rulesOnly(rules, inMode.mode, roots, source));
}

function stricter(one: Mode, other: Mode): Mode {
  return modes.indexOf(one) < modes.indexOf(other) ? one : other;
}

/** Decides what the deny and ask rules match, and allows everything else, which the parent decides. */
function rulesOnly(
  rules: readonly Rule[],
  mode: Mode,
  roots: readonly string[],
  source: string,
): Policy {
  // As a project that isn't trusted: its allow rules don't count.
  const policy = createPolicy({
    mode,
    roots,
    layers: [{ name: "project", source, rules, isTrusted: false }],
  });
  return {
    mode,
    decide: (question) => withoutOthers(policy.decide(question)),
    withMode: (other) => rulesOnly(rules, other, roots, source),
  };
}

function withoutOthers({ mode, proof }: PolicyDecision): PolicyDecision {
  const steps = proof.map((step) =>
    step.layer === "project" ? step : ({ ...step, decision: "allow" } as const),
  );
  const strictest = (["deny", "ask"] as const).find((decision) =>
    steps.some((step) => step.decision === decision),
  );
  return { decision: strictest ?? "allow", mode, proof: steps };
}
