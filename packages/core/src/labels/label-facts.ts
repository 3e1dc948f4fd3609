import { kindOf, type PathEffect } from "../effects/effect.ts";
import type { LabelFacts, ProtectionFacts } from "../effects/effect-kind.ts";
import { placeOf } from "../effects/kinds/path-effects.ts";
import { isSecretPath } from "../policy/protection.ts";

/** Bounds the memory of a session that reads very many files. */
const maxRemembered = 5_000;

/** Tells which paths hold secrets. Answers are remembered, because sessions read the same files again. */
export function secretPaths(facts: ProtectionFacts): LabelFacts["isSecret"] {
  const known = new Map<string, boolean>();
  return (effect) => {
    if (mayShowSecretsBelow(effect)) return true;
    const place = placeOf(effect);
    const key = place === effect.path ? place : `${effect.path}\0${place}`;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = isSecretPath(kindOf(effect).target(effect, facts.place), facts);
      if (known.size >= maxRemembered) known.clear();
      known.set(key, answer);
    }
    return answer;
  };
}

/** A search outside the workspace is only known by its folder's name. */
function mayShowSecretsBelow(effect: PathEffect): boolean {
  return (
    effect.type === "read" &&
    effect.recursive === true &&
    effect.leavesOutProtected !== true &&
    effect.isOutside !== true
  );
}
