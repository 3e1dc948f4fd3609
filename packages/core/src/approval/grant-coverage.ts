import { ConfigurationError } from "../errors.ts";
import { AnchoredPattern } from "../policy/anchored-pattern.ts";
import { type PatternKind, parsePattern } from "../policy/pattern.ts";
import type { Place } from "../policy/place.ts";
import { type Target, toolTarget } from "../policy/target.ts";
import { type Grant, isLiveGrant } from "./grant.ts";

/** A grant that covers an effect, and its pattern. */
export interface CoveringGrant {
  readonly grant: Grant;
  readonly anchored: AnchoredPattern;
}

/** Matches grants to effects: exactly, against the real target. */
export interface GrantCoverage {
  /** The grants that cover everything the call's effect touches, in their order. */
  covering(
    grants: readonly Grant[],
    target: Target,
    call: { readonly tool: string; readonly agent: string; readonly nowMs?: number },
  ): readonly CoveringGrant[];
  /** The patterns of an agent's live grants for one kind. */
  ofKind(
    grants: readonly Grant[],
    kind: PatternKind,
    call: { readonly agent: string; readonly nowMs?: number },
  ): readonly AnchoredPattern[];
}

/**
 * Shapes: a grant covers nothing if its pattern is invalid (saved by another version, or edited by
 * hand), if it is used up or has expired, or if it expires and no time was given. Each pattern is
 * parsed once.
 */
export function createGrantCoverage(place: Place): GrantCoverage {
  const read = new WeakMap<Grant, AnchoredPattern | null>();
  const patternOf = (grant: Grant): AnchoredPattern | null => {
    let anchored = read.get(grant);
    if (anchored === undefined) {
      anchored = anchor(grant.pattern, place);
      read.set(grant, anchored);
    }
    return anchored;
  };
  return {
    covering: (grants, target, { tool, agent, nowMs }) => {
      const found: CoveringGrant[] = [];
      for (const grant of grants) {
        if (!isFor(grant, agent) || !isLiveGrant(grant, nowMs)) continue;
        const anchored = patternOf(grant);
        if (anchored === null) continue;
        const isOfTool = anchored.pattern.kind === "tool";
        if (anchored.matchesReal(isOfTool ? toolTarget(tool) : target)) {
          found.push({ grant, anchored });
        }
      }
      return found;
    },
    ofKind: (grants, kind, { agent, nowMs }) =>
      grants
        .filter((grant) => isFor(grant, agent) && isLiveGrant(grant, nowMs))
        .map(patternOf)
        .filter((anchored) => anchored !== null)
        .filter(({ pattern }) => pattern.kind === kind),
  };
}

function isFor({ agent }: Grant, name: string): boolean {
  return agent === undefined || agent === name;
}

function anchor(pattern: string, place: Place): AnchoredPattern | null {
  try {
    return new AnchoredPattern(parsePattern(pattern), place);
  } catch (error) {
    if (ConfigurationError.isInstance(error)) return null;
    throw error;
  }
}
