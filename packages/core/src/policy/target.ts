import type { Effect, PathEffect, RunEffect } from "../effects/effect.ts";
import { labelsOf } from "./host-pattern.ts";
import type { PatternKind } from "./pattern.ts";
import { isNormalized } from "./path-names.ts";
import { namesAt, type Place } from "./place.ts";
import { type Spelling, spellNames, spellPath } from "./spelling.ts";

/** An effect, or the name of a tool, as patterns see it. */
export interface Target {
  readonly kind: PatternKind;
  /** What it really is, which allow rules and grants must match; null when that isn't known. */
  readonly real: readonly string[] | null;
  readonly spellings: readonly Spelling[];
  /** Everything below is touched, too. */
  readonly includesBelow: boolean;
  /** An allow must name everything below, not only this. */
  readonly needsCoverBelow: boolean;
  /** Of a network effect, where it is known. */
  readonly port: number | undefined;
}

export function targetOf(effect: Effect, place: Place): Target {
  switch (effect.type) {
    case "read":
    case "write":
    case "delete":
      return new PathTarget(effect, place);
    case "run":
      return new RunTarget(effect);
    case "network":
      return new NamedTarget("network", labelsOf(effect.host), effect.port);
    case "environment":
      return new NamedTarget("environment", [effect.variable]);
    case "agent":
      return new NamedTarget("agent", [effect.agent]);
    case "external":
      return new NamedTarget("mcp", [effect.server, effect.tool]);
    case "unknown":
      return new NamedTarget("unknown", []);
  }
}

export function toolTarget(tool: string): Target {
  return new NamedTarget("tool", [tool]);
}

class PathTarget implements Target {
  readonly kind: PathEffect["type"];
  readonly real: readonly string[] | null;
  readonly spellings: readonly Spelling[];
  readonly includesBelow: boolean;
  readonly needsCoverBelow: boolean;
  readonly port = undefined;

  constructor(effect: PathEffect, place: Place) {
    const { type, path, realPath } = effect;
    const isWhole =
      (type === "write" && effect.recursive === true) ||
      (type === "read" && effect.recursive === true && effect.leavesOutProtected !== true);
    this.kind = type;
    this.includesBelow = isWhole || (type === "delete" && effect.isDirectory !== false);
    // To allow the removal of a folder is to allow the removal of what is in it.
    this.needsCoverBelow = isWhole;
    const real = realPath === undefined ? null : namesAt(realPath, place);
    this.real = real !== null && isNormalized(real) ? real : null;
    const ofReal = realPath === undefined || real === null ? [] : spellPath(realPath, real);
    const asked = path === realPath ? null : namesAt(path, place);
    this.spellings = asked === null ? ofReal : [...ofReal, ...spellPath(path, asked)];
  }
}

class RunTarget implements Target {
  readonly kind = "run";
  readonly real: readonly string[];
  readonly includesBelow = false;
  readonly needsCoverBelow = false;
  readonly port = undefined;
  readonly #words: readonly string[];

  constructor({ program, words }: RunEffect) {
    this.real = [program, ...words.slice(1)];
    this.#words = words;
  }

  get spellings(): readonly Spelling[] {
    const [program = "", ...operands] = this.real;
    const given = this.#words[0] ?? program;
    // A rule against a program is against it under its full name, too.
    const names = new Set([program, given, programName(program)]);
    return [...names].flatMap((name) => spellNames([name, ...operands]));
  }
}

class NamedTarget implements Target {
  readonly kind: PatternKind;
  readonly real: readonly string[];
  readonly includesBelow = false;
  readonly needsCoverBelow = false;
  readonly port: number | undefined;

  constructor(kind: PatternKind, names: readonly string[], port?: number) {
    this.kind = kind;
    this.real = names;
    this.port = port;
  }

  get spellings(): readonly Spelling[] {
    return spellNames(this.real);
  }
}

const executableSuffix = /\.(?:exe|cmd|bat|com)$/i;

/** `/usr/bin/Git.exe` is `Git`. */
export function programName(program: string): string {
  return program.slice(program.search(/[^/\\]*$/)).replace(executableSuffix, "");
}
