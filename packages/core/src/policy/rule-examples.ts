import { ConfigurationError } from "../errors.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { ParsedRule } from "./parse-rule.ts";
import { type Pattern, parsePattern } from "./pattern.ts";
import type { Place } from "./place.ts";
import { spellNames } from "./spelling.ts";
import type { Target } from "./target.ts";

/**
 * Checks a rule against its own `match` and `notMatch` examples: effects in the grammar of patterns
 * that each name one thing. Relative paths start at the first root.
 *
 * Errors: ConfigurationError `policy-invalid` that names the rule, its location and the example.
 */
export function checkExamples(
  { rule }: ParsedRule,
  compiled: CompiledRule,
  place: Place,
  where: string,
): void {
  const check = (example: string, shouldMatch: boolean): void => {
    const target = exampleTarget(example, place, where);
    if (speaksOf(compiled, target) === shouldMatch) return;
    throw new ConfigurationError(
      "policy-invalid",
      shouldMatch
        ? `${where}: The rule "${compiled.text}" doesn't match its example ${example}. Change the pattern, or move the example to "notMatch".`
        : `${where}: The rule "${compiled.text}" matches ${example}, although "notMatch" lists it. Narrow the pattern, or add an "except".`,
    );
  };
  for (const example of rule.match ?? []) check(example, true);
  for (const example of rule.notMatch ?? []) check(example, false);
}

function speaksOf(compiled: CompiledRule, target: Target): boolean {
  const isOfTool = compiled.anchored.pattern.kind === "tool";
  // A `tool(…)` rule applies to every effect of the tool's calls.
  return isOfTool && target.kind !== "tool"
    ? compiled.coversEffect(target)
    : compiled.speaksOf(target);
}

function exampleTarget(example: string, place: Place, where: string): Target {
  const pattern = readExample(example, where);
  const names = namesIn(pattern, place);
  if (names === null) {
    throw new ConfigurationError(
      "policy-invalid",
      `${where}: The example ${example} must name one thing. Write '\\' before a '*' or '[' that belongs to the name.`,
    );
  }
  return {
    kind: pattern.kind,
    real: names,
    spellings: spellNames(names),
    includesBelow: false,
    needsCoverBelow: false,
    port: pattern.port ?? undefined,
  };
}

function readExample(example: string, where: string): Pattern {
  try {
    return parsePattern(example);
  } catch (error) {
    if (!ConfigurationError.isInstance(error)) throw error;
    throw new ConfigurationError(error.code, `${where}, example: ${error.message}`, error);
  }
}

/** Null when the pattern can match more than one thing. */
function namesIn(pattern: Pattern, place: Place): readonly string[] | null {
  const [alternative, second] = pattern.alternatives;
  if (alternative === undefined || second !== undefined) return null;
  if (pattern.kind === "unknown") return [];
  const names: string[] = [];
  for (const segment of alternative.segments) {
    if (segment.kind !== "literal") return null;
    names.push(segment.text);
  }
  if (alternative.anchor === "root") return [...(place.rootNames[0] ?? []), ...names];
  return alternative.anchor === "home" ? [...(place.homeNames ?? []), ...names] : names;
}
