import { type Effect, isPathEffect } from "../../effects/effect.ts";
import { isPathChange } from "../../effects/aftermath.ts";
import { phrase } from "../../language/core-phrase.ts";
import { isStricter, type PolicyDecision, type ProofStep } from "../../policy/policy.ts";
import type { Call } from "../call.ts";
import type { ToolSource } from "../../registry/registered-tool.ts";
import type { Resolved } from "../stages.ts";
import { Refusal } from "../stop.ts";

const outside = "a stage holds no changes outside the workspace";
const itself = "a stage doesn't hold what this tool's own code does";
const later = "it runs in a stage: approved when its changes are committed";

/** Whether the call works in a stage, or is going to. */
export function isInStage({ stage, wantsStage }: Call): boolean {
  return stage !== null || wantsStage;
}

/**
 * The policy's decision for a call in a stage. Changes inside the workspace and commands are approved later, by
 * what they did. Everything else is decided as ever, changes outside the workspace are denied, and code of the
 * program whose effects are unknown always asks.
 */
export function decisionInStage(decided: PolicyDecision, source: ToolSource): PolicyDecision {
  const proof = decided.proof.map((step) => stepInStage(step, source));
  const decision = proof.reduce<PolicyDecision["decision"]>(
    (strictest, step) => (isStricter(step.decision, strictest) ? step.decision : strictest),
    "allow",
  );
  return { ...decided, decision, proof };
}

function stepInStage(step: ProofStep, source: ToolSource): ProofStep {
  const { effect } = step;
  if (isPathChange(effect) && isPathEffect(effect) && effect.isOutside === true) {
    return { ...step, decision: "deny", rule: outside, wouldChange: null };
  }
  if (isLoose(effect, source)) {
    return step.decision === "deny"
      ? step
      : { ...step, decision: "ask", always: true, rule: `${step.rule}; ${itself}` };
  }
  if (step.decision !== "ask" || step.always === true || step.layer === "protected") return step;
  return isHeld(effect) ? { ...step, decision: "allow", rule: `${step.rule}; ${later}` } : step;
}

/**
 * Whether the tool's own code, which runs in this process, may have the effect past the stage. Built-in tools
 * run commands in the stage's sandbox; a tool of the program may do anything that it doesn't name.
 */
function isLoose({ type }: Effect, source: ToolSource): boolean {
  return source !== "builtin" && (type === "run" || type === "unknown");
}

/** Whether a stage can hold everything that the effect leaves behind. */
function isHeld(effect: Effect): boolean {
  return isPathChange(effect) || effect.type === "run" || effect.type === "unknown";
}

/** Whether a call with these effects has to run in a stage if one is wanted. */
export function needsStage(effects: readonly Effect[]): boolean {
  return (
    effects.length === 0 ||
    effects.some(
      (effect) => isHeld(effect) || effect.type === "agent" || effect.type === "external",
    )
  );
}

/** Whether a person can be offered to run the call in a stage. */
export function canStage({ call, registered }: Resolved, effects: readonly Effect[]): boolean {
  return (
    call.session.stages !== undefined &&
    !isInStage(call) &&
    !isThirdParty({ registered }) &&
    effects.some(isHeld) &&
    !effects.some((effect) => isLoose(effect, registered.source)) &&
    !effects.some(
      (effect) => isPathChange(effect) && isPathEffect(effect) && effect.isOutside === true,
    )
  );
}

/**
 * Refuses a call that a stage can't hold: a third-party tool works in the workspace itself.
 *
 * Errors: Refusal `permission-denied`.
 */
export function assertStageable(stage: Resolved, effects: readonly Effect[]): void {
  const { call } = stage;
  if (!isInStage(call) || !needsStage(effects)) return;
  const tool = call.name;
  if (call.session.stages === undefined && call.stage === null) {
    throw new Refusal("permission-denied", [
      phrase("'{tool}' was not run: it is to run in a stage, and this session can't make one.", {
        tool,
      }),
    ]);
  }
  if (!isThirdParty(stage)) return;
  throw new Refusal("permission-denied", [
    phrase(
      "'{tool}' was not run: a third-party tool works in the workspace itself, which a stage can't hold.",
      { tool },
    ),
    phrase("Continue without it, or tell the person what you need and why."),
  ]);
}

function isThirdParty({ registered: { source } }: Pick<Resolved, "registered">): boolean {
  return source === "command" || source.startsWith("mcp:");
}
