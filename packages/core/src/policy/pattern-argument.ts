import { parseNameGlob } from "../glob/name-glob.ts";
import type { Alternative } from "./path-pattern.ts";
import type { Fail } from "../glob/name-glob.ts";
import { type Segment, segmentOf } from "../glob/segment.ts";

/** A parsed argument of a pattern. */
export interface PatternArgument {
  readonly alternatives: readonly Alternative[];
  /** The port of a network pattern; null for any. */
  readonly port: number | null;
}

export function singleArgument(
  segments: readonly Segment[],
  port: number | null = null,
): PatternArgument {
  return { alternatives: [{ anchor: "none", segments, endsInSlash: false }], port };
}

/** Parses one name in which `*` matches any characters. */
export function parseName(text: string, fail: Fail, offset = 0): Segment {
  return segmentOf(parseNameGlob(text, { hasClasses: false, fail, offset }));
}

/** Parses the argument of a kind that takes only a name: `agent(reviewer)`. */
export function parseNameArgument(kind: string, argument: string, fail: Fail): PatternArgument {
  if (argument === "") fail(0, `The name is missing; write ${kind}(*) for any.`);
  return singleArgument([parseName(argument, fail)]);
}
