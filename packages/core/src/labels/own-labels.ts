import { carriesOut } from "../effects/aftermath.ts";
import { type Effect, kindOf } from "../effects/effect.ts";
import type { PolicyFacts } from "../policy/decide-effect.ts";
import type { PolicyQuestion } from "../policy/policy.ts";
import type { Label, LabelSource } from "../ports/labels.ts";
import { secretPaths } from "./label-facts.ts";

/**
 * A call that carries text out may carry what it reads itself: `curl -d @.env …`. The question with the labels of
 * those reads. What comes back from where it carries text doesn't count, because it comes too late.
 */
export function withOwnLabels(question: PolicyQuestion, facts: PolicyFacts): PolicyQuestion {
  const { labels, effects } = question;
  // Most calls carry nothing out, or do nothing else.
  if (labels === undefined || effects.length < 2) return question;
  const isCarrier = (effect: Effect): boolean => carriesOut(effect, facts.isNetworkOpen);
  if (!effects.some(isCarrier)) return question;
  const own = new Map<Label, LabelSource>();
  const isSecret = secretPaths(facts);
  for (const effect of effects.filter((each) => !isCarrier(each))) {
    const found = kindOf(effect).brings?.(effect, { commands: "confined", isSecret, ofOutput });
    for (const label of found ?? []) {
      own.set(label, { label, callId: null, tool: "this call", effect });
    }
  }
  return { ...question, labels: new Map([...own, ...labels]) };
}

// Outputs of this session have brought their labels already.
const ofOutput = (): readonly Label[] => [];
