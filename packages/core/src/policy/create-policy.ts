import { createGrantCoverage } from "../approval/grant-coverage.ts";
import { ConfigurationError } from "../errors.ts";
import { AnchoredPattern } from "./anchored-pattern.ts";
import { createDenialFacts } from "./built-in-denials.ts";
import { decideCallItself, decideEffect, type PolicyFacts } from "./decide-effect.ts";
import { nearestAllowed } from "./nearest-allowed.ts";
import { parsePattern } from "./pattern.ts";
import { createPlace, type Place } from "./place.ts";
import {
  type Decision,
  isStricter,
  type Mode,
  modes,
  type Policy,
  type PolicyDecision,
  type PolicyLayer,
  type PolicyQuestion,
  type ProofStep,
} from "./policy.ts";
import { createReadFilter, decideEachRead } from "./read-filter.ts";
import { RuleSet } from "./rule-set.ts";
import { withOwnLabels } from "../labels/own-labels.ts";

export interface PolicyOptions {
  readonly layers: readonly PolicyLayer[];
  readonly mode: Mode;
  /** The workspace's roots: real, absolute paths. */
  readonly roots: readonly string[];
  /** The person's home directory, for `~/`. Without it, rules that use `~/` are errors. */
  readonly home?: string;
  /** More paths that need approval in every mode, as path globs: `vault/**`, `~/notes/**`. */
  readonly protectedPaths?: readonly string[];
  /** Absolute directories of our own settings and state, which no call may change. */
  readonly ownPaths?: readonly string[];
  /** Absolute directories of our own keys, which no call may read. */
  readonly keyPaths?: readonly string[];
  /** For auto mode: whether commands run in a sandbox that was seen to work. Default: false. */
  readonly sandboxWorks?: boolean;
  /** For auto mode: run commands without approval even without a sandbox. Default: false. */
  readonly unsandboxed?: boolean;
  /** Whether nothing keeps commands from the network, as without a sandbox. Default: false. */
  readonly networkIsOpen?: boolean;
  /** For auto mode: hosts that need no approval, such as `registry.npmjs.org` or `*.github.com:443`. */
  readonly networkAllowList?: readonly string[];
}

/**
 * Creates a policy from all layers of rules. The order of layers and of rules changes no decision.
 *
 * Errors: ConfigurationError `policy-invalid` for a rule or pattern that can't be read, an example
 * that doesn't hold, a directory that isn't absolute, an unknown mode. Decisions never throw.
 */
export function createPolicy(options: PolicyOptions): Policy {
  const { layers, mode, roots, home } = options;
  const place = createPlace(roots, home);
  return withFacts(checkMode(mode), {
    place,
    rules: new RuleSet(layers, place),
    denials: createDenialFacts(place, options.ownPaths ?? [], options.keyPaths),
    protectedPaths: anchorAll("read", options.protectedPaths, place),
    grants: createGrantCoverage(place),
    isNetworkOpen: options.networkIsOpen === true,
    runsInAuto: options.sandboxWorks === true || options.unsandboxed === true,
    listedHosts: anchorAll("network", options.networkAllowList, place),
  });
}

function withFacts(mode: Mode, facts: PolicyFacts): Policy {
  const policy: Policy = {
    mode,
    decide: (question) => decide(question, mode, facts),
    readFilter: (question) =>
      createReadFilter(facts, mode, question, decideEachRead(policy, question)),
    nearestAllowed: (effect, question) => nearestAllowed(effect, question, mode, facts),
    withMode: (other) => withFacts(checkMode(other), facts),
  };
  return policy;
}

function decide(asked: PolicyQuestion, mode: Mode, facts: PolicyFacts): PolicyDecision {
  const question = withOwnLabels(asked, facts);
  const toolRules = facts.rules.forTool(question.tool, question);
  const proof: ProofStep[] = [];
  let decision: Decision = "allow";
  for (const effect of question.effects) {
    const step = decideEffect(effect, question, toolRules, mode, facts);
    if (isStricter(step.decision, decision)) decision = step.decision;
    proof.push(step);
  }
  if (proof.length === 0 && toolRules.length > 0) {
    const step = decideCallItself(question, toolRules, facts);
    if (step !== undefined) return { decision: step.decision, mode, proof: [step] };
  }
  return { decision, mode, proof };
}

function anchorAll(
  kind: "read" | "network",
  texts: readonly string[] = [],
  place: Place,
): readonly AnchoredPattern[] {
  return texts.map((text) => new AnchoredPattern(parsePattern(`${kind}(${text})`), place));
}

function checkMode(mode: Mode): Mode {
  if (modes.includes(mode)) return mode;
  throw new ConfigurationError(
    "policy-invalid",
    `No mode ${JSON.stringify(mode)}. Modes: ${modes.join(", ")}.`,
  );
}
