import { type Effect, kinds } from "../effects/effect.ts";
import { AnchoredPattern } from "./anchored-pattern.ts";
import { exampleNames } from "./example-names.ts";
import { parsePattern } from "./pattern.ts";
import { createPlace } from "./place.ts";

/**
 * One effect for each alternative of a pattern, to check what a rule or grant with that pattern would
 * do: `read({src,docs}/**)` becomes reads of `ROOT/src/x` and `ROOT/docs/x`.
 *
 * Shapes: `roots` and `home` as the policy has them. A `tool(…)` pattern names no effect and gives none.
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
