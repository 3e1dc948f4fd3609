import type { Environment } from "@toolwright/core";
import { looksSecret, minSecretBytes, passwordIn } from "./looks-secret.ts";
import type { NamedValue } from "./parse-secret-file.ts";
import { placeholderName } from "./placeholder.ts";

/** What a person says of secrets, besides what is found by itself. */
export interface SecretOptions {
  /** Variables whose values are secret whatever they look like: names, `*` for any characters. */
  readonly variables?: readonly string[];
  /** Variables whose values never are. */
  readonly except?: readonly string[];
  /** Shapes of tokens: `corp_*` is `corp_` and at least eight token characters. */
  readonly patterns?: readonly string[];
}

/** Of values that a person named: they know what they do. */
const minNamedBytes = 8;
const maxValueBytes = 16 * 1024;
const maxValues = 2_000;

/**
 * Every secret by its value, those that somebody told of before the environment's, and these before those of files. Of two values under one name
 * the second is called `NAME_2`; of two names for one value the first is taken.
 */
export function secretValues(
  environment: Environment,
  inFiles: readonly NamedValue[],
  { variables = [], except = [] }: SecretOptions,
  told: readonly NamedValue[] = [],
): ReadonlyMap<string, string> {
  const isNamed = nameMatcher(variables);
  const isExcepted = nameMatcher(except);
  const byValue = new Map<string, string>();
  const taken = new Set<string>();
  const add = (name: string, value: string): void => {
    if (byValue.has(value) || byValue.size >= maxValues) return;
    const plain = placeholderName(name);
    let free = plain;
    for (let count = 2; taken.has(free); count += 1) free = `${plain}_${count}`;
    taken.add(free);
    byValue.set(value, free);
  };
  // Whoever said so knows what it is: its looks and its name don't matter.
  for (const { name, value } of told) {
    const bytes = Buffer.byteLength(value);
    if (bytes >= minNamedBytes && bytes <= maxValueBytes) add(name, value);
  }
  const inEnvironment = environment
    .names()
    .map((name) => ({ name, value: environment.get(name) ?? "" }));
  for (const { name, value: whole } of [...inEnvironment, ...inFiles]) {
    const value = whole.trim();
    const bytes = Buffer.byteLength(value);
    if (bytes < minNamedBytes || bytes > maxValueBytes || isExcepted(name)) continue;
    if (!isNamed(name) && (bytes < minSecretBytes || !looksSecret(name, value))) continue;
    add(name, value);
    const password = passwordIn(value);
    if (password !== null) add(`${name}.password`, password);
  }
  return byValue;
}

function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => false;
  const sources = patterns.map((pattern) => pattern.split("*").map(escapeRegExp).join(".*"));
  const matcher = new RegExp(`^(?:${sources.join("|")})$`, process.platform === "win32" ? "i" : "");
  return (name) => matcher.test(name);
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
