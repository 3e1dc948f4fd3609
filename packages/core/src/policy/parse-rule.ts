import { ConfigurationError } from "../errors.ts";
import { kinds } from "../effects/effect.ts";
import { isLabel, labelNames } from "../labels/label-lists.ts";
import { nearestNames } from "../registry/nearest-names.ts";
import { type Pattern, type PatternKind, parsePattern } from "./pattern.ts";
import type { Rule } from "./rule.ts";

/** A rule with its patterns read. */
export interface ParsedRule {
  readonly decision: "allow" | "ask" | "deny";
  readonly rule: Rule;
  readonly pattern: Pattern;
  readonly except: readonly Pattern[];
}

const decisions = ["deny", "ask", "allow"] as const;
const texts = ["allow", "ask", "deny", "agent"] as const;
const lists = ["except", "when", "match", "notMatch"] as const;
const flags = ["always", "protected", "stage"] as const;
const known: readonly string[] = [...texts, ...lists, ...flags];
const canBeProtected: ReadonlySet<PatternKind> = new Set(
  Object.values(kinds)
    .filter((kind) => kind.protections !== undefined || kind.carriesOut === true)
    .map(({ patternKind }) => patternKind),
);

/**
 * Reads a rule from plain JSON, as in a settings file. Its `match` and `notMatch` examples are
 * checked later, when `createPolicy` knows the roots.
 *
 * Shapes: `where` names the rule for people, such as `settings.json, rule 3`.
 * Errors: ConfigurationError `policy-invalid`, beginning with `where`.
 */
export function parseRule(value: unknown, where: string): Rule {
  return readRule(value, where).rule;
}

/** Like `parseRule`, and also returns the parsed patterns. */
export function readRule(value: unknown, where: string): ParsedRule {
  const rule = checkShape(value, where);
  const given = decisions.filter((decision) => rule[decision] !== undefined);
  const [decision] = given;
  if (decision === undefined || given.length > 1) {
    const found = given.length === 0 ? "none" : given.join(" and ");
    throw invalid(
      where,
      `A rule needs exactly one of "allow", "ask" and "deny"; this one has ${found}.`,
    );
  }
  const pattern = readPattern(rule[decision] ?? "", where);
  const except = (rule.except ?? []).map((text) => readPattern(text, where));
  for (const exception of except) {
    if (pattern.kind === "tool" || exception.kind === pattern.kind) continue;
    throw invalid(
      where,
      `The exception ${exception.text} can't narrow ${pattern.text}: it must be a ${pattern.kind}(…) pattern as well.`,
    );
  }
  if (rule.always === true && decision !== "ask") {
    throw invalid(
      where,
      `"always" is only for ask rules, which no grant then answers; this rule is a ${decision}.`,
    );
  }
  if (rule.when !== undefined) checkWhen(rule.when, decision, where);
  if (rule.protected === true && decision !== "allow") {
    throw invalid(where, `"protected" is only for allow rules; this rule is a ${decision}.`);
  }
  if (rule.protected === true && !canBeProtected.has(pattern.kind)) {
    throw invalid(
      where,
      `"protected" is only for patterns of these kinds: ${[...canBeProtected].join(", ")}.`,
    );
  }
  if (rule.stage === true && decision === "deny") {
    throw invalid(where, `"stage" is only for allow and ask rules: a denied call never runs.`);
  }
  return { decision, rule, pattern, except };
}

function checkWhen(when: readonly string[], decision: ParsedRule["decision"], where: string): void {
  if (decision === "allow") {
    throw invalid(
      where,
      `"when" is only for ask and deny rules: a page could make an allow rule hold. To allow something although a secret and untrusted text are there, write "protected": true instead.`,
    );
  }
  if (when.length === 0) throw invalid(where, '"when" must name a label, such as "web".');
  for (const label of when) {
    if (isLabel(label)) continue;
    throw invalid(
      where,
      `"when" has the unknown label ${JSON.stringify(label.slice(0, 40))}. Labels: ${labelNames.join(", ")}, mcp:NAME, mcp:* for all MCP servers.`,
    );
  }
}

function readPattern(text: string, where: string): Pattern {
  try {
    return parsePattern(text);
  } catch (error) {
    if (!ConfigurationError.isInstance(error)) throw error;
    throw new ConfigurationError(error.code, `${where}: ${error.message}`, error);
  }
}

function checkShape(value: unknown, where: string): Rule {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(where, `A rule must be an object such as { "allow": "run(npm test *)" }.`);
  }
  const entries: Readonly<Record<string, unknown>> = { ...value };
  for (const key of Object.keys(entries)) {
    if (known.includes(key)) continue;
    const near = nearestNames(key, known)[0];
    const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
    throw invalid(
      where,
      `Unknown field ${JSON.stringify(key.slice(0, 40))}.${hint} Fields: ${known.join(", ")}.`,
    );
  }
  for (const key of texts) {
    check(entries[key], (given) => typeof given === "string" && given !== "", where, key, "a text");
  }
  for (const key of flags) {
    check(entries[key], (given) => typeof given === "boolean", where, key, "true or false");
  }
  for (const key of lists) {
    check(entries[key], isTextList, where, key, "a list of patterns");
  }
  // Every field was just checked.
  return entries;
}

function check(
  given: unknown,
  isRight: (given: unknown) => boolean,
  where: string,
  key: string,
  what: string,
): void {
  if (given === undefined || isRight(given)) return;
  throw invalid(where, `"${key}" must be ${what}.`);
}

function isTextList(given: unknown): boolean {
  return Array.isArray(given) && given.every((entry) => typeof entry === "string");
}

function invalid(where: string, message: string): ConfigurationError {
  return new ConfigurationError("policy-invalid", `${where}: ${message}`);
}
