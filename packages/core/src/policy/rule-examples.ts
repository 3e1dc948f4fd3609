import { ConfigurationError } from "../errors.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { ParsedRule } from "./parse-rule.ts";
import { type Pattern, parsePattern } from "./pattern.ts";
import type { Place } from "./place.ts";
import { spellNames } from "./spelling.ts";
import type { Target } from "./target.ts";

/**
 * Holds a rule against its own `match` and `notMatch` examples: effects in the patterns' grammar
 * that name one thing each, relative paths from the first root.
 *
 * Errors: ConfigurationError `policy-invalid` naming the rule, where it stands and the example.
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
        : `${where}: The rule "${compiled.text}" matches ${example}, which "notMatch" says it must not. Narrow the pattern, or add an "except".`,
    );
  };
  for (const example of rule.match ?? []) check(example, true);
  for (const example of rule.notMatch ?? []) check(example, false);
}

function speaksOf(compiled: CompiledRule, target: Target): boolean {
  const isOfTool = compiled.anchored.pattern.kind === "tool";
  // A `tool(…)` rule speaks of every effect of the tool's calls.
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
      `${where}: The example ${example} has to name one thing. A '*' or '[' that belongs to the name is written with a '\\' before it.`,
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

/** Null when the pattern stands for more than one thing. */
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
