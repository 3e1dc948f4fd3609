import { ConfigurationError } from "../errors.ts";
import { beyondAscii, foldSegments } from "./fold.ts";
import type { Pattern } from "./pattern.ts";
import type { Alternative } from "./path-pattern.ts";
import type { Place } from "./place.ts";
import { literal, rest, type Segment } from "../glob/segment.ts";
import { coversBelow, matchesSequence, reachesBelow } from "../glob/segment-sequence.ts";
import type { Spelling } from "./spelling.ts";
import type { Target } from "./target.ts";

type Sequences = readonly (readonly Segment[])[];

/**
 * A pattern anchored at a workspace's directories. Patterns that loosen (allow rules, grants,
 * exceptions of a deny or ask) match exactly, against the real target. Patterns that tighten match
 * every spelling, folded.
 *
 * Errors: ConfigurationError `policy-invalid` for `~/` when no home directory is known.
 */
export class AnchoredPattern {
  readonly pattern: Pattern;
  readonly #place: Place;
  #exact: Sequences | undefined;
  #folded: Sequences | undefined;

  constructor(pattern: Pattern, place: Place) {
    const needsHome = pattern.alternatives.some(({ anchor }) => anchor === "home");
    if (needsHome && place.homeNames === null) {
      throw new ConfigurationError(
        "policy-invalid",
        `The pattern ${JSON.stringify(pattern.text)} uses '~/', but no home directory is known. Write an absolute path.`,
      );
    }
    this.pattern = pattern;
    this.#place = place;
  }

  /** The pattern from the file system's root; a relative pattern appears once for each workspace root. */
  get exactSequences(): Sequences {
    this.#exact ??= this.pattern.alternatives.flatMap((alternative) =>
      prefixesOf(alternative, this.#place).map((prefix) => [
        ...prefix.map(literal),
        ...alternative.segments,
      ]),
    );
    return this.#exact;
  }

  get foldedSequences(): Sequences {
    this.#folded ??= this.#fold();
    return this.#folded;
  }

  /** Whether an allow or a grant covers everything the target touches. */
  matchesReal(target: Target): boolean {
    const { real } = target;
    return (
      real !== null &&
      target.kind === this.pattern.kind &&
      this.isPortNamed(target) &&
      this.#matchesExactly(real, target.needsCoverBelow)
    );
  }

  /** Whether an exception covers everything that this spelling of a denied target touches. */
  excepts(spelling: Spelling, target: Target): boolean {
    return (
      target.kind === this.pattern.kind &&
      this.isPortNamed(target) &&
      this.#matchesExactly(spelling.names, target.includesBelow)
    );
  }

  /** Whether a deny, an ask or the exception of an allow could apply to the target. */
  meets(target: Target, spellings: readonly Spelling[] = target.spellings): boolean {
    return (
      target.kind === this.pattern.kind &&
      this.isPortPossible(target) &&
      this.meetsPath(target, spellings)
    );
  }

  /** Like `meets`, for any kind of effect. */
  meetsPath(target: Target, spellings: readonly Spelling[] = target.spellings): boolean {
    const matches = target.includesBelow ? reachesBelow : matchesSequence;
    return spellings.some(({ folded }) =>
      this.foldedSequences.some((segments) => matches(segments, folded)),
    );
  }

  isPortNamed(target: Target): boolean {
    return this.pattern.port === null || this.pattern.port === target.port;
  }

  isPortPossible(target: Target): boolean {
    return target.port === undefined || this.isPortNamed(target);
  }

  #fold(): Sequences {
    const folded = this.pattern.alternatives.flatMap((alternative) => {
      const segments = foldSegments(alternative.segments);
      // A deny of `secrets/` means the folder's contents.
      const all = alternative.endsInSlash ? [...segments, rest] : segments;
      return foldedPrefixesOf(alternative, this.#place).map((prefix) => [
        ...prefix.map(literal),
        ...all,
      ]);
    });
    // Folding can change a text's length, so a pattern also keeps matching as written.
    return beyondAscii.test(this.pattern.text) ? [...folded, ...this.exactSequences] : folded;
  }

  #matchesExactly(names: readonly string[], below: boolean): boolean {
    const matches = below ? coversBelow : matchesSequence;
    return this.exactSequences.some((segments) => matches(segments, names));
  }
}

type Prefixes = readonly (readonly string[])[];

const nowhere: Prefixes = [[]];

function prefixesOf({ anchor }: Alternative, place: Place): Prefixes {
  if (anchor === "root") return place.rootNames;
  if (anchor === "home") return place.homeNames === null ? [] : [place.homeNames];
  return nowhere;
}

function foldedPrefixesOf({ anchor }: Alternative, place: Place): Prefixes {
  if (anchor === "root") return place.foldedRoots;
  return anchor === "home" ? place.foldedHomes : nowhere;
}
