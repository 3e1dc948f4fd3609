import { type Effect, isPathEffect, kindOf } from "../effects/effect.ts";
import type { AnchoredPattern } from "./anchored-pattern.ts";
import { decideEffect, type PolicyFacts } from "./decide-effect.ts";
import { depthInRoots, namesOf } from "./path-names.ts";
import type { Mode, PolicyQuestion } from "./policy.ts";
import { exampleNames } from "./example-names.ts";
import type { Segment } from "../glob/segment.ts";

/** More than a model or a person would try. */
const maxNamed = 3;
/** How many of the most similar candidates are checked against the policy. */
const maxTried = 12;

interface Candidate {
  readonly text: string;
  /** How many leading names it shares with the effect. */
  readonly nearness: number;
  readonly example: Effect;
}

/**
 * The allowed patterns nearest to an effect that isn't allowed. Each is listed only if an example of
 * it is really allowed, so an allow that a deny overrides is left out.
 */
export function nearestAllowed(
  effect: Effect,
  question: Omit<PolicyQuestion, "effects">,
  mode: Mode,
  facts: PolicyFacts,
): readonly string[] {
  const kind = kindOf(effect);
  const { cells, allowed } = kind.modeRow(effect);
  if (mode === "plan" && cells.plan === "deny") return ["reading inside the workspace"];
  const target = kind.target(effect, facts.place);
  const known = [
    ...facts.rules.allowing(target.kind, question.agent),
    ...facts.grants.ofKind(question.grants ?? [], target.kind, question),
    ...(cells[mode] === "listed" ? facts.listedHosts : []),
  ];
  const names = target.real ?? target.spellings[0]?.names ?? [];
  const isPath = isPathEffect(effect);
  const isInside = ({ example }: Candidate): boolean =>
    isPathEffect(example) &&
    depthInRoots(namesOf(example.path) ?? [], facts.place.rootNames) !== -1;
  // A call about the workspace needn't learn which folders outside are allowed.
  const keepsInside = isPath && depthInRoots(names, facts.place.rootNames) !== -1;
  const candidates = known
    .filter((anchored) => !anchored.matchesReal(target))
    .flatMap((anchored) => candidatesOf(anchored, names, effect))
    .filter((candidate) => !keepsInside || isInside(candidate))
    .filter(({ nearness }) => nearness > 0 || kind.isNearByFirstName !== true)
    .sort((one, other) => other.nearness - one.nearness || (one.text < other.text ? -1 : 1));
  const texts = new Set<string>();
  for (const { text, example } of candidates.slice(0, maxTried)) {
    if (texts.has(text)) continue;
    const whole = { ...question, effects: [example] };
    const toolRules = facts.rules.forTool(question.tool, question);
    const { decision } = decideEffect(example, whole, toolRules, mode, facts);
    if (decision === "allow") texts.add(text);
    if (texts.size === maxNamed) break;
  }
  if (cells[mode] === "allow" && allowed !== null) texts.add(allowed);
  return [...texts];
}

function candidatesOf(
  { pattern, exactSequences }: AnchoredPattern,
  wanted: readonly string[],
  effect: Effect,
): readonly Candidate[] {
  return exactSequences.flatMap((segments) => {
    const names = exampleNames(segments);
    const example = kindOf(effect).example(names, { like: effect, cwd: "/", port: pattern.port });
    const nearness = commonLength(segments, wanted);
    return example === null ? [] : [{ text: pattern.text, nearness, example }];
  });
}

function commonLength(segments: readonly Segment[], names: readonly string[]): number {
  const end = segments.findIndex(
    (segment, index) => segment.kind !== "literal" || segment.text !== names[index],
  );
  return end === -1 ? segments.length : end;
}
