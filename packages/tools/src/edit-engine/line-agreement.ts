import type { Strategy } from "./edit.ts";
import type { IndentationMap } from "./indentation.ts";
import { sameTokens, tokensOf } from "./tokens.ts";
import { isPlain, plainTypography } from "./typography.ts";

/**
 * How much must be ignored for lines to be equal. Each level includes the previous ones: nothing,
 * trailing space, indentation, the number of blank lines between, typographic characters, space
 * between words and signs.
 */
export const looseness = {
  none: 0,
  trailingSpace: 1,
  indentation: 2,
  blankLines: 3,
  typography: 4,
  spacing: 5,
} as const;

export type Looseness = (typeof looseness)[keyof typeof looseness];

const strategyOfLooseness: Readonly<Record<Looseness, Strategy>> = {
  [looseness.none]: "exact",
  [looseness.trailingSpace]: "trailing-space",
  [looseness.indentation]: "indentation",
  [looseness.blankLines]: "blank-lines",
  [looseness.typography]: "typography",
  [looseness.spacing]: "spacing",
};

/** The strategy for this looseness at a place with this indentation. */
export function strategyFor(needed: Looseness, { kind }: IndentationMap): Strategy {
  const strategy = strategyOfLooseness[needed];
  return strategy === "indentation" && kind === "tabs" ? "tabs" : strategy;
}

/** The looseness at which two whole lines agree; null if they differ. */
export function agreementOf(theirs: string, ours: string): Looseness | null {
  if (theirs === ours) return looseness.none;
  if (theirs.trimEnd() === ours.trimEnd()) return looseness.trailingSpace;
  const theirBody = theirs.trim();
  const ourBody = ours.trim();
  if (theirBody === ourBody) return looseness.indentation;
  const isTypographic = !isPlain(theirBody) || !isPlain(ourBody);
  if (isTypographic && plainTypography(theirBody).trim() === plainTypography(ourBody).trim()) {
    return looseness.typography;
  }
  return sameTokens(ourBody, theirBody) ? looseness.spacing : null;
}

/** A part of a line that agrees with a wanted one. */
export interface PartialAgreement {
  /** Offsets in the file's line. */
  readonly start: number;
  readonly end: number;
  readonly looseness: Looseness;
}

export interface PartialWanted {
  readonly line: string;
  /** Whether it must begin, or end, where the file's line does. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/**
 * The parts of a line that agree with a wanted one, in whole words. White space around the wanted
 * text also matches the beginning or the end of the line.
 */
export function partialAgreements(
  { line, atStart, atEnd }: PartialWanted,
  ours: string,
): readonly PartialAgreement[] {
  const wanted = tokensOf(line);
  const tokens = tokensOf(ours);
  const [first] = wanted;
  if (first === undefined || wanted.length > tokens.length) return [];
  const lastStart = tokens.length - wanted.length;
  const from = atEnd || line !== line.trimEnd() ? lastStart : 0;
  const to = atStart || line !== line.trimStart() ? 0 : lastStart;
  const found: PartialAgreement[] = [];
  for (let at = from; at <= to; at += 1) {
    if (wanted.some(({ key }, index) => key !== tokens[at + index]?.key)) continue;
    // A part at the beginning of its line includes the indentation.
    const start = at === 0 ? 0 : (tokens[at]?.start ?? 0);
    const end = tokens[at + wanted.length - 1]?.end ?? ours.length;
    const agreement = agreementOf(line, ours.slice(start, end));
    if (agreement !== null) found.push({ start, end, looseness: agreement });
  }
  return found;
}
