import type { ProtectionFacts } from "../effects/effect-kind.ts";
import type { PathFacts } from "../effects/kinds/path-effects.ts";
import type { AnchoredPattern } from "./anchored-pattern.ts";
import { beyondAscii, fold, withoutTrailing } from "./fold.ts";
import { depthInRoots } from "./path-names.ts";
import type { LabelSource } from "../ports/labels.ts";
import type { Place } from "./place.ts";
import { configurationNames, type NameTable, secretNames } from "./protected-names.ts";
import { exampleOfPieces } from "./example-names.ts";
import type { Segment } from "../glob/segment.ts";
import { coversBelow, matchesSequence } from "../glob/segment-sequence.ts";
import type { Target } from "./target.ts";

/** A reason why an effect needs approval in every mode. */
export interface Protection {
  /** The text for proofs. */
  readonly rule: string;
  /** Whether names (folded, from the file system's root) belong to what is protected. */
  readonly isMember: (names: readonly string[], place: Place) => boolean;
  /** Only a pattern without wildcards lifts it. */
  readonly needsExactName?: true;
  /** Only an answer to the question itself lifts it. */
  readonly isFixed?: true;
  /** The labels that it follows from, and the calls that brought them. */
  readonly labels?: readonly LabelSource[];
}

const unresolved: Protection = {
  rule: "protected: a path that the workspace did not resolve",
  isMember: () => false,
  isFixed: true,
};
const outside: Protection = { rule: "protected: outside the workspace", isMember: () => true };
const secret: Protection = {
  rule: "protected: files that hold secrets",
  isMember: (names, place) => isNamed(secretNames, names, startIn(names, place)),
};
const configuration: Protection = {
  rule: "protected: configuration that runs automatically (editor, shell, agent, version control)",
  isMember: (names, place) => isNamed(configurationNames, names, startIn(names, place)),
};

/** The facts that decide which protections a kind of path effect has. */
export interface PathProtectionFacts extends ProtectionFacts {
  /** The rule for effects on a whole folder that may contain secrets. Absent: no such rule. */
  readonly below?: string;
  readonly isChange: boolean;
  /** Protections of this kind of effect alone. */
  readonly own?: readonly Protection[];
}

/** All protections of a path; empty for most paths. */
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

/** Whether a path's own name, or a folder above it, says that it holds secrets. */
export function isSecretPath(target: Target, { place, protectedPaths }: ProtectionFacts): boolean {
  return (
    isAnywhere(secret, target, place) || protectedPaths.some((pattern) => pattern.meetsPath(target))
  );
}

/** Whether a file of this name (folded) is protected from being read in any folder. */
export function isSecretName(name: string): boolean {
  return isNamed(secretNames, [name], 0);
}

/** Names with only one spelling: no file system accepts another name for them. */
const plainName = /^[\w.@+,=()[\]{}#%~-]*[\w@+,=()[\]{}#%~-]$/;

/** A quick check that is true for most names: no spelling of the name is a secret's. */
export function isSurelyNoSecret(name: string): boolean {
  return plainName.test(name) && !isSecretName(name.toLowerCase());
}

function isSurelyNoConfiguration(name: string): boolean {
  return plainName.test(name) && !isNamed(configurationNames, [name.toLowerCase()], 0);
}

/**
 * Whether a change that a command makes to this path is undone unless the person granted it: to
 * configuration that runs automatically, and to files such as `.env` from which programs take
 * settings. Commands may change keys and other secret data, because nothing runs because of them.
 *
 * Shapes: names as they are on disk; `directory` has the names from a root on. Everything in a
 * protected directory is protected.
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

/** Whether a directory may protect names below it that are ordinary elsewhere: `.cargo/config.toml`. */
function maySpeakOfBelow(name: string): boolean {
  return name.charCodeAt(0) === dot || beyondAscii.test(name);
}

/**
 * Whether everything below a directory is protected from being read, or some of it because of its
 * parent folders (`credentials` in `.cargo`). Shapes: the directory's folded names.
 */
export function maySecretsBeBelow(names: readonly string[], place: Place): boolean {
  const start = startIn(names, place);
  // `x` stands for a file whose name alone doesn't protect it.
  const some = [...names, "x"];
  return (
    isNamed(secretNames, some, start) ||
    names.some((name, at) => at >= start && secretNames.paths.some(([first]) => first === name))
  );
}

/**
 * Whether a pattern that matches the target explicitly names what is protected: `read(.env.*)` names
 * secrets, while `read(**)` only matches them.
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

/** A root's own name protects nothing in it, because the person chose the root. */
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

/** Names that the pattern matches, folded, with `x` for its wildcards. */
function exampleOf(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment, index) => {
    if (segment.kind === "literal") return [fold(segment.text)];
    if (segment.kind === "wild") return [fold(exampleOfPieces(segment.pieces))];
    return index === segments.length - 1 ? ["x"] : [];
  });
}
