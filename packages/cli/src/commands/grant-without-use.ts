import { phrase } from "../language/phrase.ts";
import { shellWord } from "../text/shell-word.ts";
import { type Grant, type ProofStep } from "@toolwright/core";
import {
  patternExamples,
  effectPhrase,
  type Phrase,
  recorded,
  verbatim,
} from "@toolwright/core/internal";
import type { PolicyController } from "./policy-controller.ts";

/**
 * The reason why a grant would allow nothing, with a remedy; null if it allows anything. Decides
 * examples of the pattern by the policy with the grant.
 *
 * Errors: ConfigurationError `settings-invalid`.
 */
export function grantWithoutUse(grant: Grant, controller: PolicyController): Phrase | null {
  const { roots, places, settings } = controller;
  const effects = patternExamples(grant.pattern, { roots, home: places.home });
  // Plan mode denies even what is granted. The grant is for sessions in other modes.
  const policy = controller.policyOf(settings.files).withMode("default");
  const { proof } = policy.decide({
    effects,
    tool: "",
    agent: grant.agent ?? "main",
    grants: [grant],
    nowMs: grant.grantedAtMs,
    labels: new Map(),
  });
  const [step] = proof;
  if (step === undefined || proof.some(({ decision }) => decision === "allow")) return null;
  const why = { effect: effectPhrase(step.effect, roots), rule: recorded(step.rule) };
  const { source } = step;
  const head =
    source === null
      ? phrase("This grant would allow nothing, so it was not created. {effect}: {rule}.", why)
      : phrase(
          "This grant would allow nothing, so it was not created. {effect}: {rule} ({source}).",
          { ...why, source },
        );
  return phrase("{problem}\n{remedy}", { problem: head, remedy: remedyOf(step, grant) });
}

function remedyOf(step: ProofStep, { pattern, protected: isProtected }: Grant): Phrase {
  if (step.decision === "deny") return phrase("A grant can't override a denial.");
  if (step.layer === "protected" && isProtected !== true) {
    return phrase("To grant it all the same: {command}", {
      command: `toolwright policy grant ${shellWord(pattern)} --protected`,
    });
  }
  if (step.layer === "protected") return phrase("Name it exactly, without '*'.");
  return step.always === true
    ? phrase('Its rule has "always": each call needs approval, and no grant changes that.')
    : verbatim("");
}
