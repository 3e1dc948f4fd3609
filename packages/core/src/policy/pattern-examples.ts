import { type Effect, kinds } from "../effects/effect.ts";
import { AnchoredPattern } from "./anchored-pattern.ts";
import { exampleNames } from "./example-names.ts";
import { parsePattern } from "./pattern.ts";
import { createPlace } from "./place.ts";

/**
 * One effect for each alternative of a pattern, to hold against a policy what a rule or grant of that pattern
 * would do: `read({src,docs}/**)` becomes reads of `ROOT/src/x` and `ROOT/docs/x`.
 *
 * roots, home: as the policy has them. Empty for a pattern of tools, which names no effect.
 * Errors: ConfigurationError `policy-invalid` for a pattern that can't be read.
 */
export function patternExamples(
  pattern: string,
  { roots, home }: { readonly roots: readonly string[]; readonly home?: string },
): readonly Effect[] {
  const anchored = new AnchoredPattern(parsePattern(pattern), createPlace(roots, home));
  const { kind: name, port } = anchored.pattern;
  const kind = Object.values(kinds).find(({ patternKind }) => patternKind === name);
  if (kind === undefined) return [];
  return anchored.exactSequences.flatMap((segments) => {
    const effect = kind.example(exampleNames(segments), { cwd: roots[0] ?? "/", port });
    return effect === null ? [] : [effect];
  });
}
