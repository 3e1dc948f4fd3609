import { isSecretVariable } from "@toolwright/core/internal";

/** Shorter values would match in ordinary text, and are too weak to be real secrets. */
export const minSecretBytes = 12;

/** Minimum length for a secret recognised by its shape: shorter ones are often something else. */
const minRandomCharacters = 24;
const minBitsACharacter = 3.6;

/**
 * Whether a variable's value should be hidden. Either the name suggests a secret and the value
 * isn't plainly something else (a path, a host, a number, a stand-in), or the value looks random.
 */
export function looksSecret(name: string, value: string): boolean {
  if (Buffer.byteLength(value) < minSecretBytes) return false;
  if (hasPassword(value)) return true;
  const folded = name.toLowerCase();
  if (!isSecretVariable(folded)) return looksRandom(value);
  return !(isStandIn(value) || isPath(value) || (!strongName.test(folded) && isPlain(value)));
}

/** Names with these endings hold the secret; others may describe one: `TOKEN_URL`, `KEY_TYPE`. */
const strongName =
  /(?:passw(?:or)?d|pwd|pass|passphrase|secret|token|pat|(?:api|access|private|auth|secret|encryption|signing)_?key)s?$/;

/** Whether the value is an address with a password. Tests the cheap condition first. */
function hasPassword(value: string): boolean {
  return value.includes("://") && /^[\w.+-]+:\/\/[^/\s:@]*:[^/\s@]+@/.test(value);
}

/** The password of an address, which programs also show on its own. */
export function passwordIn(value: string): string | null {
  if (!hasPassword(value)) return null;
  const [, password] = /^[\w.+-]+:\/\/[^/\s:@]*:([^/\s@]+)@/.exec(value) ?? [];
  return password !== undefined && Buffer.byteLength(password) >= minSecretBytes ? password : null;
}

/** Whether the value is a stand-in for a secret. */
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

/** Whether the value is a setting about a secret, such as where to get it. */
function isPlain(value: string): boolean {
  return (
    /^[\w.+-]+:\/\/[^\s@?#]*$/.test(value) ||
    /^[\d.:,_-]+$/.test(value) ||
    /^(?:[a-z][a-z\d-]*\.)+[a-z]{2,12}(?::\d+)?$/.test(value) ||
    /^[A-Za-z][a-z]*(?:[\s,_-][A-Za-z][a-z]*)*$/.test(value)
  );
}

/** Whether letters of both cases and digits are mixed as in no path, hash or identifier. */
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
