import { ConfigurationError } from "../errors.ts";
import { AnchoredPattern } from "../policy/anchored-pattern.ts";
import { parsePattern } from "../policy/pattern.ts";
import type { Place } from "../policy/place.ts";
import { type Target, toolTarget } from "../policy/target.ts";
import type { Grant } from "./grant.ts";

/** A grant that speaks of an effect, and its pattern. */
export interface CoveringGrant {
  readonly grant: Grant;
  readonly anchored: AnchoredPattern;
}

/** Matches grants to effects: exactly, against what is really touched. */
export interface GrantCoverage {
  /** Those of the grants that speak of all that the call's effect touches, in their order. */
  covering(
    grants: readonly Grant[],
    target: Target,
    call: { readonly tool: string; readonly agent: string },
  ): readonly CoveringGrant[];
}

/**
 * Shapes: a grant whose pattern can't be read (kept by another version, or edited by hand) covers
 * nothing. Each grant is read once.
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
    covering: (grants, target, { tool, agent }) => {
      const found: CoveringGrant[] = [];
      for (const grant of grants) {
        if (grant.agent !== undefined && grant.agent !== agent) continue;
        const anchored = patternOf(grant);
        if (anchored === null) continue;
        const isOfTool = anchored.pattern.kind === "tool";
        if (anchored.matchesReal(isOfTool ? toolTarget(tool) : target)) {
          found.push({ grant, anchored });
        }
      }
      return found;
    },
  };
}

function anchor(pattern: string, place: Place): AnchoredPattern | null {
  try {
    return new AnchoredPattern(parsePattern(pattern), place);
  } catch (error) {
    if (ConfigurationError.isInstance(error)) return null;
    throw error;
  }
}
