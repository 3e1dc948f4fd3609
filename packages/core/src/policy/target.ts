import type { Effect, PathEffect, RunEffect } from "../effects/effect.ts";
import { beyondAscii, fold, lowerOneByOne, withoutTrailing } from "./fold.ts";
import { labelsOf } from "./host-pattern.ts";
import type { PatternKind } from "./pattern.ts";
import { namesOf } from "./place.ts";

/** One way to say what an effect touches. Deny and ask rules must meet every one of them. */
export interface Spelling {
  readonly names: readonly string[];
  /** As compared by deny and ask rules. */
  readonly folded: readonly string[];
}

/** An effect, or the name of a tool, as patterns see it. */
export class Target {
  readonly kind: PatternKind;
  /** What it really is, which allow rules and grants must match; null when that isn't known. */
  readonly real: readonly string[] | null;
  /** Everything below is touched, too. */
  readonly includesBelow: boolean;
  /** An allow must name everything below, not only this. */
  readonly needsCoverBelow: boolean;
  readonly port: number | undefined;
  readonly #spell: () => readonly Spelling[];
  #spellings: readonly Spelling[] | undefined;

  constructor(facts: {
    readonly kind: PatternKind;
    readonly real: readonly string[] | null;
    readonly spell: () => readonly Spelling[];
    readonly includesBelow?: boolean;
    readonly needsCoverBelow?: boolean;
    readonly port?: number | undefined;
  }) {
    this.kind = facts.kind;
    this.real = facts.real;
    this.includesBelow = facts.includesBelow === true;
    this.needsCoverBelow = facts.needsCoverBelow === true;
    this.port = facts.port;
    this.#spell = facts.spell;
  }

  get spellings(): readonly Spelling[] {
    this.#spellings ??= this.#spell();
    return this.#spellings;
  }
}

export function targetOf(effect: Effect): Target {
  switch (effect.type) {
    case "read":
    case "write":
    case "delete":
      return pathTarget(effect);
    case "run":
      return runTarget(effect);
    case "network":
      return namedTarget("network", labelsOf(effect.host), effect.port);
    case "environment":
      return namedTarget("environment", [effect.variable]);
    case "agent":
      return namedTarget("agent", [effect.agent]);
    case "external":
      return namedTarget("mcp", [effect.server, effect.tool]);
    case "unknown":
      return namedTarget("unknown", []);
  }
}

export function toolTarget(tool: string): Target {
  return namedTarget("tool", [tool]);
}

function pathTarget(effect: PathEffect): Target {
  const { path, realPath } = effect;
  const isWholeRead =
    effect.type === "read" && effect.recursive === true && effect.leavesOutProtected !== true;
  const names = realPath === undefined ? null : namesOf(realPath);
  return new Target({
    kind: effect.type,
    real: names,
    includesBelow: isWholeRead || (effect.type === "delete" && effect.isDirectory !== false),
    // To allow the removal of a folder is to allow the removal of what is in it.
    needsCoverBelow: isWholeRead,
    spell: () => {
      const spellings: Spelling[] = [];
      if (realPath !== undefined) addPathSpellings(spellings, realPath, names);
      if (path !== realPath) addPathSpellings(spellings, path, namesOf(path));
      return spellings;
    },
  });
}

// Anything but lower-case ASCII, or a dot at a name's end: the folded form may be another.
const mayFold = /[^!-9;-@[-~]|\.(?:\/|$)/;
const mayHaveTrailing = /[. ](?:\/|$)|:/;

function addPathSpellings(
  spellings: Spelling[],
  path: string,
  names: readonly string[] | null,
): void {
  if (names === null) return;
  if (!mayFold.test(path)) {
    spellings.push({ names, folded: names });
    return;
  }
  const folded = fold(path);
  spellings.push({ names, folded: foldedNames(folded) });
  if (mayHaveTrailing.test(folded)) {
    const bare = withoutTrailing(folded);
    if (bare !== folded) spellings.push({ names, folded: foldedNames(bare) });
  }
  // Folding joins characters that a pattern may count one by one.
  if (beyondAscii.test(path)) {
    spellings.push({ names, folded: foldedNames(lowerOneByOne(path)) }, { names, folded: names });
  }
}

function foldedNames(foldedPath: string): readonly string[] {
  const names = namesOf(foldedPath) ?? [];
  const [first, ...others] = names;
  // A drive is told in upper case by `namesOf`.
  return first === undefined || foldedPath.startsWith("/") ? names : [fold(first), ...others];
}

const executableSuffix = /\.(?:exe|cmd|bat|com)$/i;

function runTarget({ program, words }: RunEffect): Target {
  const names = [program, ...words.slice(1)];
  return new Target({
    kind: "run",
    real: names,
    spell: () => {
      const spellings = spellingsOf(names);
      const given = words[0];
      if (given !== undefined && given !== program) spellings.push(...spellingsOf(words));
      // A rule against a program is against it under its full name, too.
      const bare = programName(program);
      if (bare !== program) spellings.push(...spellingsOf([bare, ...words.slice(1)]));
      return spellings;
    },
  });
}

/** `/usr/bin/Git.exe` is `Git`. */
export function programName(program: string): string {
  return program.slice(program.search(/[^/\\]*$/)).replace(executableSuffix, "");
}

function namedTarget(kind: PatternKind, names: readonly string[], port?: number): Target {
  return new Target({ kind, real: names, port, spell: () => spellingsOf(names) });
}

function spellingsOf(names: readonly string[]): Spelling[] {
  const spellings = [{ names, folded: names.map(fold) }];
  if (names.some((name) => beyondAscii.test(name))) {
    spellings.push({ names, folded: names.map(lowerOneByOne) }, { names, folded: names });
  }
  return spellings;
}
