import type { AnchoredPattern } from "../policy/anchored-pattern.ts";
import type { DenialFacts } from "../policy/built-in-denials.ts";
import type { ModeRow } from "../policy/mode-row.ts";
import type { Fail } from "../glob/name-glob.ts";
import type { PatternArgument } from "../policy/pattern-argument.ts";
import type { PatternKind } from "../policy/pattern.ts";
import type { Place } from "../policy/place.ts";
import type { Protection } from "../policy/protection.ts";
import type { Target } from "../policy/target.ts";
import type { PathOperation, ResolvedPath } from "../ports/workspace.ts";
import type { Effect } from "./effect.ts";

/**
 * Everything that is particular to one kind of effect. The kinds are the files of `kinds/`, and
 * `effect.ts` lists them; nothing else names a kind to tell it from the others without saying why.
 */
export interface EffectKind<E extends Effect> {
  /**
   * The effect as a tool listed it, with the fields of its type and no others, so that the tool
   * can't change what was decided. `text` refuses values that aren't text.
   */
  copy(listed: E, text: (value: unknown) => string): E;
  /** Path effects: adds what the workspace knows of the path. */
  locate?(effect: E, place: ResolvedPath): E;
  /** Whether an effect of this kind is the same as this one or narrower. Both are resolved. */
  covers(wider: E, effect: E): boolean;
  /** What other calls must not touch at the same time. */
  footprint(effect: E): FootprintPart;
  /** One line for people: `write src/a.ts (modify)`. Never cut short. */
  describe(effect: E, roots: readonly string[]): string;
  aftermath(effect: E): Aftermath;
  /** What of the effect isn't known, as a clause; absent for kinds of which all is known. */
  unknownPart?(effect: E): string | null;

  /** The name in patterns, which is the type's but for `mcp(…)`. */
  readonly patternKind: PatternKind;
  /** Names that other agents' rules have for it; they are only suggested. */
  readonly otherNames: readonly string[];
  parseArgument(argument: string, fail: Fail): PatternArgument;
  /** The narrowest pattern that allows the effect; null when there is none. */
  narrowestPattern(effect: E, place: Place): string | null;
  /** The effect as patterns see it. */
  target(effect: E, place: Place): Target;
  /** An effect whose target has these names, otherwise like `like`; null when there is none. */
  example(names: readonly string[], given: ExampleFacts<E>): E | null;
  /** A pattern is near to the effect only when they have their first name in common. */
  readonly isNearByFirstName?: true;
  /** What holds in each mode where no rule matched. */
  modeRow(effect: E): ModeRow;
  /** Everything that makes the effect asked in every mode. Absent: nothing does, and no rule may say `protected`. */
  protections?(effect: E, target: Target, facts: ProtectionFacts): readonly Protection[];
  /** The name of the built-in rule that denies the effect whatever rules and people say. */
  denial?(effect: E, target: Target, facts: DenialFacts): string | null;

  /**
   * The ways to allow the effect from now on, narrowest first; none when it can only be allowed once.
   * `exact` is its narrowest pattern, which is the only way where this is absent.
   */
  widths?(effect: E, exact: string, place: Place): readonly Width[];
  /** Whether a call with the effect may do this to the path. Absent: it has nothing to do with files. */
  permits?(
    effect: E,
    operation: PathOperation,
    path: ResolvedPath,
    isReadable: (path: ResolvedPath) => boolean,
  ): boolean;
  /** `isPlain`: no value has a character that means something to a shell. */
  secretUse(effect: E, isPlain: boolean): SecretUse;
}

/**
 * `everything`: a barrier. `nothing`: goes with anything. Otherwise what it touches, if anything,
 * and not beside a barrier. Paths are as they are in the effect.
 */
export type FootprintPart =
  | "everything"
  | "nothing"
  | {
      readonly reads?: readonly string[];
      readonly changes?: readonly string[];
      readonly servers?: readonly string[];
    };

/**
 * What an effect can leave behind. `elsewhere`: something, but no changed file; `paths`: changes of
 * the path it names; `anything`: changes that nobody can foretell.
 */
export type Aftermath = "nothing" | "elsewhere" | "paths" | "anything";

export interface ExampleFacts<E> {
  readonly like?: E;
  readonly cwd: string;
  /** Of a pattern that names one. */
  readonly port: number | null;
}

export interface ProtectionFacts {
  readonly place: Place;
  /** The host's own protected paths, as `read(…)` patterns. */
  readonly protectedPaths: readonly AnchoredPattern[];
}

/** One way to allow one effect from now on. */
export interface Width {
  readonly pattern: string;
  readonly label: string;
}

/**
 * Whether secrets may get into a call with the effect: `used` there, `ignored` by it, or not at
 * all, with the reason as a clause.
 */
export type SecretUse = "used" | "ignored" | { readonly against: string };
