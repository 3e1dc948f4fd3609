import { type Effect, isPathEffect, kindOf } from "../effects/effect.ts";
import type { Width } from "../effects/effect-kind.ts";
import { english, type Language } from "../language/language.ts";
import { phrase } from "../language/core-phrase.ts";
import { AnchoredPattern } from "../policy/anchored-pattern.ts";
import { nameText } from "../policy/pattern-text.ts";
import { parsePattern } from "../policy/pattern.ts";
import { createPlace, type Place } from "../policy/place.ts";
import type { ProofStep } from "../policy/policy.ts";
import { isNamedBy, type Protection } from "../policy/protection.ts";
import type { Target } from "../policy/target.ts";
import type { ToolKind } from "../tool/tool.ts";
import type { RuleProposal } from "./question.ts";

export interface ProposalContext {
  readonly roots: readonly string[];
  readonly tool: string;
  readonly kind: ToolKind;
  readonly home?: string;
  /** The decision's proof, which shows the host's protections and asks that no grant answers. */
  readonly proof?: readonly ProofStep[];
  /** The language of the labels. Default: English. */
  readonly language?: Language;
}

/**
 * Rules that would answer a question, narrowest first; each answers all of it. Empty when the call can
 * only be allowed once, because part of it is unknown or no grant answers it.
 */
export function proposeRules(
  asked: readonly Effect[],
  context: ProposalContext,
): readonly RuleProposal[] {
  if (asked.length === 0 || context.proof?.some((step) => step.always === true) === true) return [];
  const place = createPlace(context.roots, context.home);
  const isProtected = asked.some((effect) => isProtectedEffect(effect, context, place));
  const choices = asked.map((effect) => {
    const widths = widthsOf(effect, context.tool, place).filter(({ pattern }) =>
      isReadable(pattern),
    );
    return isProtected ? widths.slice(0, 1) : widths;
  });
  if (choices.some((widths) => widths.length === 0)) return [];
  if (isProtected && !asked.every((effect) => canBeLifted(effect, place))) return [];

  const count = Math.max(...choices.map((widths) => widths.length));
  const levels = Array.from({ length: count }, (_, level) =>
    choices.flatMap((widths) => widths[Math.min(level, widths.length - 1)] ?? []),
  );
  // People may want to allow every edit in the workspace, but only from an editing tool.
  const isEdit = context.kind === "edit" && asked.every(({ type }) => type === "write");
  if (isEdit && !isProtected) levels.push([everyEdit]);
  const proposals: RuleProposal[] = [];
  for (const widths of levels) {
    const proposal = proposalOf(widths, isProtected, context.language ?? english);
    if (!proposals.some((known) => isSame(known, proposal))) proposals.push(proposal);
  }
  return proposals;
}

const everyEdit: Width = {
  pattern: "write(**)",
  label: phrase("edits in the whole workspace"),
};

function isProtectedEffect(effect: Effect, { proof }: ProposalContext, place: Place): boolean {
  const step = proof?.find((known) => known.effect === effect);
  if (step !== undefined) return step.layer === "protected";
  return ownProtections(effect, kindOf(effect).target(effect, place), place).length > 0;
}

/** The protections without the host's, which only the proof knows. */
function ownProtections(effect: Effect, target: Target, place: Place): readonly Protection[] {
  return kindOf(effect).protections?.(effect, target, { place, protectedPaths: [] }) ?? [];
}

/**
 * Whether the effect's own pattern lifts all its protections. It doesn't for a folder that may contain
 * secrets, or for a link with a protected name, because patterns match the link's target.
 */
function canBeLifted(effect: Effect, place: Place): boolean {
  const kind = kindOf(effect);
  const target = kind.target(effect, place);
  const protections = ownProtections(effect, target, place);
  const isLink = isPathEffect(effect) && effect.realPath !== effect.path;
  // Any protection is then one of the host's.
  if (protections.length === 0) return !isLink;
  const pattern = kind.narrowestPattern(effect, place);
  if (pattern === null || !isReadable(pattern)) return false;
  const anchored = new AnchoredPattern(parsePattern(pattern), place);
  return protections.every((protection) => isNamedBy(protection, anchored, target, place));
}

/** The rules that would allow an effect, narrowest first; none when it can only be allowed once. */
function widthsOf(effect: Effect, tool: string, place: Place): readonly Width[] {
  const kind = kindOf(effect);
  const exact = kind.narrowestPattern(effect, place);
  if (exact === null) return isCallItself(effect) ? [everyCallOf(tool)] : [];
  return (
    kind.widths?.(effect, exact, place) ?? [
      { pattern: exact, label: kind.describe(effect, place.roots) },
    ]
  );
}

function everyCallOf(tool: string): Width {
  return { pattern: `tool(${nameText(tool)})`, label: phrase("every call of {tool}", { tool }) };
}

function isCallItself(effect: Effect): boolean {
  return effect.type === "unknown" && effect.isCall === true;
}

/** Whether the pattern can be parsed; names that patterns can't express get no proposal. */
function isReadable(pattern: string): boolean {
  try {
    parsePattern(pattern);
    return true;
  } catch {
    return false;
  }
}

const maxNamed = 3;

function proposalOf(
  widths: readonly Width[],
  isProtected: boolean,
  language: Language,
): RuleProposal {
  const distinct = [...new Map(widths.map((width) => [width.pattern, width])).values()];
  const labels = distinct.slice(0, maxNamed).map(({ label }) => label);
  const more = distinct.length - maxNamed;
  if (more > 0) labels.push(phrase("and {count} more", { count: more }));
  return {
    patterns: distinct.map(({ pattern }) => pattern),
    label: labels.map((label) => language.say(label)).join(language.say(phrase("; "))),
    ...(isProtected && { protected: true }),
  };
}

function isSame(known: RuleProposal, other: RuleProposal): boolean {
  return (
    known.patterns.length === other.patterns.length &&
    known.patterns.every((pattern) => other.patterns.includes(pattern))
  );
}
