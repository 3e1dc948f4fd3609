import type { Environment } from "@toolwright/core";
import { looksSecret, minSecretBytes, passwordIn } from "./looks-secret.ts";
import type { NamedValue } from "./parse-secret-file.ts";
import { placeholderName } from "./placeholder.ts";

/** A person's settings for secrets, in addition to automatic detection. */
export interface SecretOptions {
  /** Variables whose values are always secret: names, with `*` for any characters. */
  readonly variables?: readonly string[];
  /** Variables whose values are never secret. */
  readonly except?: readonly string[];
  /** Shapes of tokens: `corp_*` is `corp_` followed by at least eight token characters. */
  readonly patterns?: readonly string[];
}

/** Minimum for values that a person named explicitly. */
const minNamedBytes = 8;
const maxValueBytes = 16 * 1024;
const maxValues = 2_000;

/**
 * The name of every secret, by value. Values that were added explicitly come before the
 * environment's, and these before those of files. A second value under one name is called `NAME_2`;
 * for a value with two names the first one counts.
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
  // Added explicitly, so neither the value's looks nor its name matter.
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
