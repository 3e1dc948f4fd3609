import type { AnchoredPattern } from "../policy/anchored-pattern.ts";
import type { DenialFacts } from "../policy/built-in-denials.ts";
import type { Phrase } from "../language/phrase.ts";
import type { ModeRow } from "../policy/mode-row.ts";
import type { Fail } from "../glob/name-glob.ts";
import type { PatternArgument } from "../policy/pattern-argument.ts";
import type { PatternKind } from "../policy/pattern.ts";
import type { Place } from "../policy/place.ts";
import type { Protection } from "../policy/protection.ts";
import type { Target } from "../policy/target.ts";
import type { CommandReach, Label } from "../ports/labels.ts";
import type { PathOperation, ResolvedPath } from "../ports/workspace.ts";
import type { Effect, PathEffect } from "./effect.ts";

/**
 * Everything that is particular to one kind of effect. Each file of `kinds/` exports one such object,
 * and `effect.ts` lists them. Code that tests for a kind anywhere else says why.
 */
export interface EffectKind<E extends Effect> {
  /**
   * A copy of the effect that a tool listed, with the fields of its type and no others, so that the
   * tool can't change what was decided. `text` throws for values that aren't text.
   */
  copy(listed: E, text: (value: unknown) => string): E;
  /** Adds what the workspace knows of the path. Present for path effects only. */
  locate?(effect: E, place: ResolvedPath): E;
  /** Whether an effect of this kind is the same as this one or narrower. Both are resolved. */
  covers(wider: E, effect: E): boolean;
  /** The part of the world that other calls must not touch at the same time. */
  footprint(effect: E): FootprintPart;
  /** One line for people: `write src/a.ts (modify)`. Never cut short. */
  describe(effect: E, roots: readonly string[]): Phrase;
  /** The changes that it can leave behind. */
  aftermath(effect: E): Aftermath;
  /** The part of the effect that is unknown, as a clause. Absent: the kind has no unknown part. */
  unknownPart?(effect: E): string | null;

  /** The kind's name in patterns: its type, except `mcp` for `external`. */
  readonly patternKind: PatternKind;
  /** Names that rules of other agents use; errors suggest ours instead. */
  readonly otherNames: readonly string[];
  parseArgument(argument: string, fail: Fail): PatternArgument;
  /** The narrowest pattern that allows the effect; null when there is none. */
  narrowestPattern(effect: E, place: Place): string | null;
  /** The effect as patterns see it. */
  target(effect: E, place: Place): Target;
  /** An effect whose target has these names and which is otherwise like `like`; null when there is none. */
  example(names: readonly string[], given: ExampleFacts<E>): E | null;
  /** Refusals name an allowed pattern only when its first name is the effect's. */
  readonly isNearByFirstName?: true;
  /** The decision in each mode where no rule matched. */
  modeRow(effect: E): ModeRow;
  /** The reasons why the effect needs approval in every mode. Absent: none. */
  protections?(effect: E, target: Target, facts: ProtectionFacts): readonly Protection[];
  /** The name of the built-in rule that denies the effect whatever rules and people say. */
  denial?(effect: E, target: Target, facts: DenialFacts): string | null;

  /**
   * The rules proposed to a person, narrowest first; none when the effect can only be allowed once.
   * `exact` is its narrowest pattern. Absent: that pattern alone is proposed.
   */
  widths?(effect: E, exact: string, place: Place): readonly Width[];
  /** Whether a call with the effect may do this to the path. Absent: never. */
  permits?(
    effect: E,
    operation: PathOperation,
    path: ResolvedPath,
    isReadable: (path: ResolvedPath) => boolean,
  ): boolean;
  /** The labels of text that a call with the effect may bring into the context. Absent: none. */
  brings?(effect: E, facts: LabelFacts): readonly Label[];
  /**
   * Whether a call with the effect may carry text to somebody else. Absent: it doesn't. True: it does, and rules can
   * say `protected`. `isNetworkOpen`: nothing keeps commands from the network.
   */
  readonly carriesOut?: true | ((effect: E, isNetworkOpen: boolean) => boolean);
  /** Whether secrets may be put into a call with the effect. `isPlain`: no value has a character that a shell interprets. */
  secretUse(effect: E, isPlain: boolean): SecretUse;
}

/**
 * `everything`: runs alone. `nothing`: runs beside anything. Otherwise what it touches, if anything;
 * it doesn't run beside `everything`. Paths are as they are in the effect.
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
 * The changes that an effect can leave behind. `elsewhere`: changes outside files; `paths`: changes of
 * the path that it names; `anything`: changes that can't be predicted.
 */
export type Aftermath = "nothing" | "elsewhere" | "paths" | "anything";

export interface ExampleFacts<E> {
  readonly like?: E;
  readonly cwd: string;
  /** The port, if the pattern names one. */
  readonly port: number | null;
}

export interface LabelFacts {
  readonly commands: CommandReach;
  /** Whether a path's name says that it holds secrets. */
  isSecret(effect: PathEffect): boolean;
  /** The labels of a stored output. */
  ofOutput(handle: string): readonly Label[];
}

export interface ProtectionFacts {
  readonly place: Place;
  /** The host's own protected paths, as `read(…)` patterns. */
  readonly protectedPaths: readonly AnchoredPattern[];
}

/** One rule that would allow one effect from now on. */
export interface Width {
  readonly pattern: string;
  readonly label: Phrase;
}

/** `used`: the effect needs them; `ignored`: it neither needs nor forbids them; `against`: why not, as a clause. */
export type SecretUse = "used" | "ignored" | { readonly against: string };
