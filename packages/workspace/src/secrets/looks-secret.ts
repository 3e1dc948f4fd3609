import { isSecretVariable } from "@toolwright/core/internal";

/** Shorter ones would be found in ordinary text, and are no secret to somebody who tries. */
export const minSecretBytes = 12;

/** Of a secret by its shape alone: shorter ones are too often something else. */
const minRandomCharacters = 24;
const minBitsACharacter = 3.6;

/**
 * Whether a variable's value is one to hide: its name says so and the value isn't plainly something
 * else (a path, a host, a number, words that stand for a value to come), or it looks like chance.
 */
export function looksSecret(name: string, value: string): boolean {
  if (Buffer.byteLength(value) < minSecretBytes) return false;
  if (hasPassword(value)) return true;
  const folded = name.toLowerCase();
  if (!isSecretVariable(folded)) return looksRandom(value);
  return !(isStandIn(value) || isPath(value) || (!strongName.test(folded) && isPlain(value)));
}

/** What ends so holds the secret itself; others may be about one: `TOKEN_URL`, `KEY_TYPE`. */
const strongName =
  /(?:passw(?:or)?d|pwd|pass|passphrase|secret|token|pat|(?:api|access|private|auth|secret|encryption|signing)_?key)s?$/;

/** An address with a password; looked at first for what is quick to see. */
function hasPassword(value: string): boolean {
  return value.includes("://") && /^[\w.+-]+:\/\/[^/\s:@]*:[^/\s@]+@/.test(value);
}

/** The password of an address, which programs also show without the rest. */
export function passwordIn(value: string): string | null {
  if (!hasPassword(value)) return null;
  const [, password] = /^[\w.+-]+:\/\/[^/\s:@]*:([^/\s@]+)@/.exec(value) ?? [];
  return password !== undefined && Buffer.byteLength(password) >= minSecretBytes ? password : null;
}

/** What stands where a secret is to be put. */
function isStandIn(value: string): boolean {
  if (new Set(value).size < 5 || /^(?:\$\{|\{\{|<)/.test(value)) return true;
  const isWords = /^[a-z\s._-]+$/.test(value) || /^[A-Z\s._-]+$/.test(value);
  return (
    isWords &&
    /(?:^|[^a-z])(?:your|changeme|change|replace|insert|placeholder|example|dummy)(?:[^a-z]|$)/i.test(
      value,
    )
  );
}

function isPath(value: string): boolean {
  return (
    (/^(?:~|\.{0,2})\/[\w./ @+-]*$/.test(value) && isMostlyWords(value)) ||
    /^[A-Za-z]:\\/.test(value)
  );
}

/** Settings that are about a secret, as where to get it. */
function isPlain(value: string): boolean {
  return (
    /^[\w.+-]+:\/\/[^\s@?#]*$/.test(value) ||
    /^[\d.:,_-]+$/.test(value) ||
    /^(?:[a-z][a-z\d-]*\.)+[a-z]{2,12}(?::\d+)?$/.test(value) ||
    /^[A-Za-z][a-z]*(?:[\s,_-][A-Za-z][a-z]*)*$/.test(value)
  );
}

/** Letters of both cases and digits without order, as no path, hash, commit or identifier has. */
function looksRandom(value: string): boolean {
  if (value.length < minRandomCharacters || value.length > 512) return false;
  if (
    !/^[\w+/=~.-]+$/.test(value) ||
    value.startsWith("/") ||
    /^(?:\.|sha\d+-|v?\d+\.)/.test(value)
  )
    return false;
  if ((value.match(/\//g)?.length ?? 0) > value.length / 16) return false;
  if (isMostlyWords(value)) return false;
  return (
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    /\d/.test(value) &&
    bitsACharacter(value) >= minBitsACharacter
  );
}

function isMostlyWords(value: string): boolean {
  const words = value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter(({ length }) => length > 3);
  return words.join("").length > value.length / 2;
}

/** Shannon's entropy of the characters. */
function bitsACharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
