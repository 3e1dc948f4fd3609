import { ConfigurationError } from "../errors.ts";
import { type EffectType, kinds } from "../effects/effect.ts";
import { nearestNames } from "../registry/nearest-names.ts";
import { type PatternArgument, parseNameArgument } from "./pattern-argument.ts";
import type { Fail } from "../glob/name-glob.ts";

/** The kinds of effects under the names that people use, and `tool`. */
export type PatternKind = Exclude<EffectType, "external"> | "mcp" | "tool";

const byName: ReadonlyMap<string, (typeof kinds)[EffectType]> = new Map(
  Object.values(kinds).map((kind) => [kind.patternKind, kind]),
);

export const patternKinds: readonly PatternKind[] = [
  ...Object.values(kinds).map((kind) => kind.patternKind),
  "tool",
];

/** The pattern of a rule, an exception or a grant, such as `write(src/**)`. */
export interface Pattern extends PatternArgument {
  readonly kind: PatternKind;
  /** As written. */
  readonly text: string;
}

/**
 * Parses a pattern. The argument is everything between the first `(` and the last `)`, so paths may
 * contain parentheses.
 *
 * Errors: ConfigurationError `policy-invalid`, naming the pattern, the position and what to write.
 */
export function parsePattern(text: string): Pattern {
  const open = text.indexOf("(");
  if (open === -1) {
    throw patternError(
      text,
      0,
      `A pattern needs a kind and an argument, such as write(src/**) or run(npm test *). Kinds: ${patternKinds.join(", ")}.`,
    );
  }
  const name = text.slice(0, open);
  const kind = byName.get(name);
  if (kind === undefined && name !== "tool") {
    throw patternError(text, 0, describeUnknownKind(name));
  }
  if (!text.endsWith(")")) throw patternError(text, text.length, "The last ')' is missing.");
  const fail: Fail = (index, message) => {
    throw patternError(text, open + 1 + index, message);
  };
  const argument = text.slice(open + 1, -1);
  return kind === undefined
    ? { kind: "tool", text, ...parseNameArgument("tool", argument, fail) }
    : { kind: kind.patternKind, text, ...kind.parseArgument(argument, fail) };
}

function describeUnknownKind(name: string): string {
  const lower = name.trim().toLowerCase();
  const meant = Object.values(kinds).find(
    ({ patternKind, otherNames }) => patternKind === lower || otherNames.includes(lower),
  );
  const near = meant?.patternKind ?? nearestNames(lower.slice(0, 40), patternKinds)[0];
  const hint = near === undefined ? "" : ` Did you mean '${near}'?`;
  return `Unknown kind ${JSON.stringify(name.slice(0, 40))}.${hint} Kinds: ${patternKinds.join(", ")}.`;
}

function patternError(pattern: string, index: number, message: string): ConfigurationError {
  return new ConfigurationError(
    "policy-invalid",
    `The pattern ${JSON.stringify(pattern)} is invalid at position ${index + 1}: ${message}`,
  );
}
