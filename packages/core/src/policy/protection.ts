import type { ProtectionFacts } from "../effects/effect-kind.ts";
import type { PathFacts } from "../effects/kinds/path-effects.ts";
import type { AnchoredPattern } from "./anchored-pattern.ts";
import { beyondAscii, fold, withoutTrailing } from "./fold.ts";
import { depthInRoots } from "./path-names.ts";
import type { Place } from "./place.ts";
import { configurationNames, type NameTable, secretNames } from "./protected-names.ts";
import { exampleOfPieces } from "./example-names.ts";
import type { Segment } from "../glob/segment.ts";
import { coversBelow, matchesSequence } from "../glob/segment-sequence.ts";
import type { Target } from "./target.ts";

/** Why an effect is asked in every mode. */
export interface Protection {
  /** For proofs. */
  readonly rule: string;
  /** Whether names (folded, from the file system's root) belong to what is protected. */
  readonly isMember: (names: readonly string[], place: Place) => boolean;
  /** Only a pattern without a wildcard names it. */
  readonly needsExactName?: true;
  /** Nothing but an answer to the one question lifts it. */
  readonly isFixed?: true;
}

const unresolved: Protection = {
  rule: "protected: a path that the workspace didn't resolve",
  isMember: () => false,
  isFixed: true,
};
const outside: Protection = { rule: "protected: outside the workspace", isMember: () => true };
const secret: Protection = {
  rule: "protected: files that hold secrets",
  isMember: (names, place) => isNamed(secretNames, names, startIn(names, place)),
};
const configuration: Protection = {
  rule: "protected: configuration that is run unasked (editor, shell, agent, version control)",
  isMember: (names, place) => isNamed(configurationNames, names, startIn(names, place)),
};

/** Which protections there are of one kind of path effect. */
export interface PathProtectionFacts extends ProtectionFacts {
  /** The rule against touching all of a folder, which may hold secrets; absent: there is none. */
  readonly below?: string;
  readonly isChange: boolean;
  /** Besides those of every path. */
  readonly own?: readonly Protection[];
}

/** Everything that protects a path; empty for most. */
export function pathProtections(
  { isOutside }: PathFacts,
  target: Target,
  { place, protectedPaths, below, isChange, own = none }: PathProtectionFacts,
): readonly Protection[] {
  if (target.real === null) return [unresolved];
  const found: Protection[] = [];
  if (isOutside === true || depthInRoots(target.real, place.rootNames) === -1) {
    found.push(outside);
  }
  if (isAnywhere(secret, target, place)) found.push(secret);
  else if (below !== undefined && target.includesBelow) found.push({ ...secret, rule: below });
  if (isChange && isAnywhere(configuration, target, place)) found.push(configuration);
  found.push(...own);
  for (const pattern of protectedPaths) {
    if (pattern.meetsPath(target)) found.push(hostProtection(pattern));
  }
  return found.length === 0 ? none : found;
}

const none: readonly Protection[] = [];

/** Whether a file of this name (folded) is protected from being read, wherever it lies. */
export function isSecretName(name: string): boolean {
  return isNamed(secretNames, [name], 0);
}

/** A name that is compared in one spelling only: no other name stands for it on any file system. */
const plainName = /^[\w.@+,=()[\]{}#%~-]*[\w@+,=()[\]{}#%~-]$/;

/** The quick answer for most names, as they are written: surely no secret, however it is spelled. */
export function isSurelyNoSecret(name: string): boolean {
  return plainName.test(name) && !isSecretName(name.toLowerCase());
}

function isSurelyNoConfiguration(name: string): boolean {
  return plainName.test(name) && !isNamed(configurationNames, [name.toLowerCase()], 0);
}

/**
 * Whether a command that wasn't granted it may not leave a change of this: configuration that is run unasked,
 * and files such as `.env`, from which programs take settings. Keys and other data that is secret is left to
 * commands, as nothing runs by it.
 *
 * Shapes: names as they are on the disk; the directory's from a root on. In a protected directory
 * everything is.
 */
export function isProtectedFromCommands(
  directory: readonly string[],
  name: string,
  isDirectory: boolean,
): boolean {
  const isPlain = isSurelyNoConfiguration(name) && (name[0] !== "." || isSurelyNoSecret(name));
  if (isPlain && !directory.some(maySpeakOfBelow)) return false;
  const names = [...directory, name].map(fold);
  return [names, names.map(withoutTrailing)].some(
    (each) =>
      isNamed(configurationNames, each, 0) ||
      (!isDirectory &&
        each.at(-1)?.startsWith(".") === true &&
        isNamed(secretNames, each.slice(-1), 0)),
  );
}

/** A directory by which names below it are protected that wouldn't be elsewhere: `.cargo/config.toml`. */
function maySpeakOfBelow(name: string): boolean {
  return name.charCodeAt(0) === dot || beyondAscii.test(name);
}

/**
 * Whether all below a directory is protected from being read, or something by more than its own
 * name (`credentials` in `.cargo`). Of the directory's names, folded.
 */
export function maySecretsBeBelow(names: readonly string[], place: Place): boolean {
  const start = startIn(names, place);
  // In place of a file: its name alone would protect it.
  const some = [...names, "x"];
  return (
    isNamed(secretNames, some, start) ||
    names.some((name, at) => at >= start && secretNames.paths.some(([first]) => first === name))
  );
}

/**
 * Whether a pattern that matches the target names this very protection: `read(.env.*)` names
 * secrets, `read(**)` doesn't, though it matches them.
 */
export function isNamedBy(
  protection: Protection,
  { exactSequences }: AnchoredPattern,
  target: Target,
  place: Place,
): boolean {
  const { real } = target;
  if (protection.isFixed === true || real === null) return false;
  const matches = target.needsCoverBelow ? coversBelow : matchesSequence;
  return exactSequences.some(
    (segments) =>
      (protection.needsExactName !== true || segments.every(({ kind }) => kind === "literal")) &&
      matches(segments, real) &&
      protection.isMember(exampleOf(segments), place),
  );
}

function hostProtection(pattern: AnchoredPattern): Protection {
  return {
    rule: `protected: ${pattern.pattern.text.slice("read(".length, -1)}`,
    isMember: (names) =>
      pattern.foldedSequences.some((segments) => matchesSequence(segments, names)),
  };
}

function isAnywhere({ isMember }: Protection, target: Target, place: Place): boolean {
  for (const { folded } of target.spellings) if (isMember(folded, place)) return true;
  return false;
}

/** What a root itself is called protects nothing in it: the person chose it. */
function startIn(names: readonly string[], place: Place): number {
  return Math.max(0, depthInRoots(names, place.foldedRoots));
}

const dot = 0x2e;
const letterG = 0x67;

function isNamed(table: NameTable, names: readonly string[], start: number): boolean {
  for (let at = start; at < names.length; at += 1) {
    const name = names[at] ?? "";
    const begin = name.charCodeAt(0);
    if (begin !== dot && begin !== letterG) continue;
    if (table.folders.has(name) || table.isAlso(name)) return true;
    for (const path of table.paths) {
      if (path[0] === name && path.every((part, index) => names[at + index] === part)) return true;
    }
  }
  const last = names.length > start ? (names[names.length - 1] ?? "") : "";
  if (table.files.has(last) || table.isAlso(last)) return true;
  const ending = last.lastIndexOf(".");
  return ending !== -1 && table.endings.has(last.slice(ending));
}

/** Some names that the pattern matches, folded, with `x` for what is left open. */
function exampleOf(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment, index) => {
    if (segment.kind === "literal") return [fold(segment.text)];
    if (segment.kind === "wild") return [fold(exampleOfPieces(segment.pieces))];
    return index === segments.length - 1 ? ["x"] : [];
  });
}
