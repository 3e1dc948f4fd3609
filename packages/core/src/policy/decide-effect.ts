import type { CoveringGrant, GrantCoverage } from "../approval/grant-coverage.ts";
import { carriesOut } from "../effects/aftermath.ts";
import { type Effect, kindOf } from "../effects/effect.ts";
import type { ProtectionFacts } from "../effects/effect-kind.ts";
import type { UnknownEffect } from "../effects/kinds/unknown.ts";
import { describeSources, leakIn } from "../labels/leak.ts";
import type { AnchoredPattern } from "./anchored-pattern.ts";
import type { DenialFacts } from "./built-in-denials.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { Cell, ModeRow } from "./mode-row.ts";
import type { Place } from "./place.ts";
import type { Decision, Mode, PolicyQuestion, ProofStep } from "./policy.ts";
import { isNamedBy, type Protection } from "./protection.ts";
import type { RuleSet } from "./rule-set.ts";
import { type Target, toolTarget } from "./target.ts";
import { changeOfMode, changeOfProtection } from "./would-change.ts";

/** The facts behind every decision; the same in every mode. */
export interface PolicyFacts extends ProtectionFacts {
  readonly rules: RuleSet;
  readonly denials: DenialFacts;
  readonly grants: GrantCoverage;
  /** Whether commands may reach the network without the policy. */
  readonly isNetworkOpen: boolean;
  /** Whether auto mode may run commands: a sandbox works, or none is wanted. */
  readonly runsInAuto: boolean;
  /** Hosts that auto mode lets commands and tools reach. */
  readonly listedHosts: readonly AnchoredPattern[];
}

/**
 * Decides one effect in the policy's five steps: denials, protections, rules, mode, grants. Plan
 * mode's denials come before anything that could lift an ask.
 */
export function decideEffect(
  effect: Effect,
  question: PolicyQuestion,
  toolRules: readonly CompiledRule[],
  mode: Mode,
  facts: PolicyFacts,
): ProofStep {
  const { place } = facts;
  const kind = kindOf(effect);
  const target = kind.target(effect, place);
  const denial = kind.denial?.(effect, target, facts.denials) ?? null;
  if (denial !== null) return step(effect, "deny", "built-in", denial);

  const { deny, ask, allow, lifting } = facts.rules.match(target, question, toolRules);
  if (deny !== undefined) return ruleStep(effect, deny, question, place);
  const row = kind.modeRow(effect);
  const byMode = inMode(row.cells[mode], target, facts);
  if (mode === "plan" && byMode === "deny") return modeStep(effect, byMode, row, mode, place);
  if (ask?.isAlways === true) return ruleStep(effect, ask, question, place);

  const isLifted = (protection: Protection, by: readonly Lifter[]): boolean =>
    by.some(({ anchored }) => isNamedBy(protection, anchored, target, place));
  const own = kind.protections?.(effect, target, facts) ?? [];
  const leak = leakOf(effect, question, facts);
  const all = leak === null ? own : [...own, leak];
  const protections =
    lifting.length === 0 ? all : all.filter((protection) => !isLifted(protection, lifting));
  const isAsked = ask !== undefined || (allow === undefined && byMode === "ask");
  const [protection] = protections;
  if (protection === undefined && !isAsked) {
    return allow === undefined
      ? modeStep(effect, byMode, row, mode, place)
      : ruleStep(effect, allow, question, place);
  }

  const grants = grantsFor(question, target, facts);
  const protecting = grants.filter(({ grant }) => grant.protected === true);
  const held = protections.find((open) => !isLifted(open, protecting));
  if (held !== undefined) {
    const change = changeOfProtection(held, effect, place);
    const made = step(effect, "ask", "protected", held.rule, null, change);
    return held.labels === undefined ? made : { ...made, labels: held.labels };
  }
  const grant = leastScarce(protection === undefined ? grants : protecting);
  if (grant !== undefined) return grantStep(effect, grant);
  return ask === undefined
    ? modeStep(effect, byMode, row, mode, place)
    : ruleStep(effect, ask, question, place);
}

/** The protection of an effect by which a secret could leave at the wish of untrusted text. */
function leakOf(
  effect: Effect,
  { labels }: PolicyQuestion,
  { place, isNetworkOpen }: PolicyFacts,
): Protection | null {
  if (labels === undefined || labels.size < 2) return null;
  if (!carriesOut(effect, isNetworkOpen)) return null;
  const sources = leakIn(labels);
  if (sources === null) return null;
  return {
    rule: `protected: a secret and untrusted text are both in the context (${describeSources(sources, place.roots)})`,
    isMember: () => true,
    needsExactName: true,
    labels: sources,
  };
}

/** A rule or a grant that can lift a protection. */
interface Lifter {
  readonly anchored: AnchoredPattern;
}

/** Stands in the proof for a call without effects that a `tool(…)` rule stops. */
const callItself: UnknownEffect = {
  type: "unknown",
  reason: "the call itself",
  isCall: true,
};

/** The step of a call without effects; undefined when no rule stops it. */
export function decideCallItself(
  question: PolicyQuestion,
  toolRules: readonly CompiledRule[],
  facts: PolicyFacts,
): ProofStep | undefined {
  const { deny, ask } = facts.rules.strictest(toolRules);
  const { place } = facts;
  if (deny !== undefined) return ruleStep(callItself, deny, question, place);
  if (ask === undefined) return undefined;
  const grant = ask.isAlways
    ? undefined
    : leastScarce(grantsFor(question, toolTarget(question.tool), facts));
  return grant === undefined
    ? ruleStep(callItself, ask, question, place)
    : grantStep(callItself, grant);
}

function inMode(cell: Cell, target: Target, facts: PolicyFacts): Decision {
  if (cell === "sandbox") return facts.runsInAuto ? "allow" : "ask";
  if (cell !== "listed") return cell;
  return facts.listedHosts.some((host) => host.matchesReal(target)) ? "allow" : "ask";
}

const noGrants: readonly CoveringGrant[] = [];

function grantsFor(
  question: PolicyQuestion,
  target: Target,
  facts: PolicyFacts,
): readonly CoveringGrant[] {
  const { grants } = question;
  if (grants === undefined || grants.length === 0) return noGrants;
  return facts.grants.covering(grants, target, question);
}

function step(
  effect: Effect,
  decision: Decision,
  layer: ProofStep["layer"],
  rule: string,
  source: string | null = null,
  wouldChange: string | null = null,
): ProofStep {
  return { effect, decision, layer, rule, source, wouldChange };
}

function ruleStep(
  effect: Effect,
  rule: CompiledRule,
  { labels: context }: PolicyQuestion,
  { roots }: Place,
): ProofStep {
  const { decision, layer, text, source, wouldChange } = rule;
  const made = step(effect, decision, layer, text, source, wouldChange);
  const labels = rule.sourcesIn(context);
  if (labels.length === 0 && !rule.isAlways && !rule.isStaged) return made;
  return {
    ...made,
    ...(labels.length > 0 && { rule: `${text} (${describeSources(labels, roots)})`, labels }),
    ...(rule.isAlways && { always: true }),
    ...(rule.isStaged && { stage: true }),
  };
}

function modeStep(
  effect: Effect,
  decision: Decision,
  row: ModeRow,
  mode: Mode,
  place: Place,
): ProofStep {
  const change =
    decision === "allow" ? row.stricter : changeOfMode(effect, decision, row, mode, place);
  return step(effect, decision, "mode", row.names[mode], null, change);
}

function grantStep(effect: Effect, { grant }: CoveringGrant): ProofStep {
  const change = `revoke the grant ${grant.id}`;
  const made = step(effect, "allow", "grant", `grant ${grant.pattern}`, grant.origin, change);
  return { ...made, grant: grant.id };
}

/** A grant with unlimited uses is preferred to one that this call would use up. */
function leastScarce(grants: readonly CoveringGrant[]): CoveringGrant | undefined {
  return grants.find(({ grant }) => grant.usesLeft === undefined) ?? grants[0];
}
