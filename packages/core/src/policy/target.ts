import type { PathFacts } from "../effects/kinds/path-effects.ts";
import { isNormalized } from "./path-names.ts";
import type { PatternKind } from "./pattern.ts";
import { namesAt, type Place } from "./place.ts";
import { type Spelling, spellNames, spellPath } from "./spelling.ts";

/** An effect, or a tool's name, in the form that patterns match. */
export interface Target {
  readonly kind: PatternKind;
  /** The real names, which allow rules and grants must match; null when they aren't known. */
  readonly real: readonly string[] | null;
  readonly spellings: readonly Spelling[];
  /** Everything below is affected as well. */
  readonly includesBelow: boolean;
  /** An allow must cover everything below as well. */
  readonly needsCoverBelow: boolean;
  /** The port of a network effect, if known. */
  readonly port: number | undefined;
}

export function toolTarget(tool: string): Target {
  return new NamedTarget("tool", [tool]);
}

export class PathTarget implements Target {
  readonly kind: PatternKind;
  readonly real: readonly string[] | null;
  readonly spellings: readonly Spelling[];
  readonly includesBelow: boolean;
  readonly needsCoverBelow: boolean;
  readonly port = undefined;

  constructor(
    kind: PatternKind,
    { path, realPath }: PathFacts,
    { includesBelow, needsCoverBelow }: Pick<Target, "includesBelow" | "needsCoverBelow">,
    place: Place,
  ) {
    this.kind = kind;
    this.includesBelow = includesBelow;
    this.needsCoverBelow = needsCoverBelow;
    const real = realPath === undefined ? null : namesAt(realPath, place);
    this.real = real !== null && isNormalized(real) ? real : null;
    const ofReal = realPath === undefined || real === null ? [] : spellPath(realPath, real);
    const asked = path === realPath ? null : namesAt(path, place);
    this.spellings = asked === null ? ofReal : [...ofReal, ...spellPath(path, asked)];
  }
}

export class NamedTarget implements Target {
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
