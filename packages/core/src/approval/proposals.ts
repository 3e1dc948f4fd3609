import { describeEffect, describeLocation, describeWords } from "../effects/describe-effect.ts";
import { type Effect, isPathEffect, type PathEffect } from "../effects/effect.ts";
import { AnchoredPattern } from "../policy/anchored-pattern.ts";
import { callItself } from "../policy/decide-effect.ts";
import {
  below,
  nameText,
  pathText,
  patternFor,
  serverText,
  wordsText,
} from "../policy/pattern-text.ts";
import { parsePattern } from "../policy/pattern.ts";
import { isWithin, namesOf } from "../policy/path-names.ts";
import { createPlace, type Place } from "../policy/place.ts";
import type { ProofStep } from "../policy/policy.ts";
import { isNamedBy, protectionsOf } from "../policy/protection.ts";
import { targetOf } from "../policy/target.ts";
import type { ToolKind } from "../tool/tool.ts";
import type { RuleProposal } from "./question.ts";
import { widerCommand } from "./run-proposal.ts";

export interface ProposalContext {
  readonly roots: readonly string[];
  readonly tool: string;
  readonly kind: ToolKind;
  readonly home?: string;
  /** The decision's proof, which knows what else is protected and what no grant answers. */
  readonly proof?: readonly ProofStep[];
}

type Breadth = RuleProposal["breadth"];

/** One way to allow one effect from now on. */
interface Rung {
  readonly pattern: string;
  readonly breadth: Breadth;
  readonly label: string;
}

/**
 * Rules that would have answered a question, narrowest first; each answers all of it. None when
 * the call may only be allowed once: something of it is unknown, or no grant answers it.
 */
export function proposeRules(
  asked: readonly Effect[],
  context: ProposalContext,
): readonly RuleProposal[] {
  if (asked.length === 0 || context.proof?.some((step) => step.always === true) === true) return [];
  const place = createPlace(context.roots, context.home);
  const isProtected = asked.some((effect) => isProtectedEffect(effect, context, place));
  const ladders = asked.map((effect) => {
    const rungs = ladderOf(effect, context.tool, place).filter(({ pattern }) =>
      isReadable(pattern),
    );
    return isProtected ? rungs.slice(0, 1) : rungs;
  });
  if (ladders.some((rungs) => rungs.length === 0)) return [];
  if (isProtected && !asked.every((effect) => canBeLifted(effect, place))) return [];

  const height = Math.max(...ladders.map((rungs) => rungs.length));
  const levels = Array.from({ length: height }, (_, level) =>
    ladders.flatMap((ladder) => ladder[Math.min(level, ladder.length - 1)] ?? []),
  );
  // Every edit of the workspace is a wish that people have of an editing tool, and of no other.
  const isEdit = context.kind === "edit" && asked.every(({ type }) => type === "write");
  if (isEdit && !isProtected) levels.push([everyEdit]);
  const proposals: RuleProposal[] = [];
  for (const rungs of levels) {
    const proposal = proposalOf(rungs, isProtected);
    if (!proposals.some((known) => isSame(known, proposal))) proposals.push(proposal);
  }
  return proposals;
}

const everyEdit: Rung = {
  pattern: "write(**)",
  breadth: "directory",
  label: "edits in the whole workspace",
};

function isProtectedEffect(effect: Effect, { proof }: ProposalContext, place: Place): boolean {
  const step = proof?.find((known) => known.effect === effect);
  if (step !== undefined) return step.layer === "protected";
  return protectionsOf(effect, targetOf(effect, place), place, []).length > 0;
}

/**
 * Whether the effect's own pattern names all that protects it. It doesn't where a folder may hold
 * secrets, nor where a link has a protected name and its target, which a pattern is held against,
 * has not.
 */
function canBeLifted(effect: Effect, place: Place): boolean {
  const target = targetOf(effect, place);
  const protections = protectionsOf(effect, target, place, []);
  const isLink = isPathEffect(effect) && effect.realPath !== effect.path;
  // Then it is one of the host's own, if any.
  if (protections.length === 0) return !isLink;
  const pattern = patternFor(effect, place);
  if (pattern === null || !isReadable(pattern)) return false;
  const anchored = new AnchoredPattern(parsePattern(pattern), place);
  return protections.every((protection) => isNamedBy(protection, anchored, target, place));
}

/** The ways to allow an effect, narrowest first; none when it can only be allowed once. */
function ladderOf(effect: Effect, tool: string, place: Place): readonly Rung[] {
  const exact = patternFor(effect, place);
  if (exact === null) return isCallItself(effect) ? [toolRung(tool)] : [];
  switch (effect.type) {
    case "read":
    case "write":
    case "delete":
      return pathLadder(effect, exact, place);
    case "run": {
      const words = describeWords([effect.program, ...effect.words.slice(1)]);
      const rungs: Rung[] = [{ pattern: exact, breadth: "words", label: `just: ${words}` }];
      const prefix = widerCommand(effect);
      if (prefix !== null) {
        const pattern = `run(${wordsText(prefix)} *)`;
        rungs.push({ pattern, breadth: "words", label: `any: ${describeWords(prefix)} …` });
      }
      return rungs;
    }
    case "network":
      return [{ pattern: exact, breadth: "host", label: describeEffect(effect, place.roots) }];
    case "external": {
      // Who accepts this definition hasn't seen the next one.
      if (effect.isChanged === true) return [];
      const rung: Rung = {
        pattern: exact,
        breadth: "tool",
        label: describeEffect(effect, place.roots),
      };
      const pattern = `mcp(${serverText(effect.server)}/*)`;
      const label = describeEffect({ ...effect, tool: "*" }, place.roots);
      return [rung, { pattern, breadth: "server", label }];
    }
    case "environment":
    case "agent":
      return [{ pattern: exact, breadth: "words", label: describeEffect(effect, place.roots) }];
    case "unknown":
      return [];
  }
}

const verbs = { read: "reads", write: "edits", delete: "deletions" } as const;

function pathLadder(effect: PathEffect, exact: string, place: Place): readonly Rung[] {
  const path = effect.realPath ?? effect.path;
  const verb = verbs[effect.type];
  const isWhole = effect.type !== "delete" && effect.recursive === true;
  const shown = describeLocation(path, place.roots);
  const rungs: Rung[] = [
    isWhole
      ? { pattern: exact, breadth: "directory", label: `${verb} below ${shown}` }
      : { pattern: exact, breadth: "path", label: `${verb} of ${shown}` },
  ];
  const folder = isWhole ? null : folderOf(path, place);
  const text = folder === null ? null : pathText(folder, place);
  if (folder !== null && text !== null) {
    rungs.push({
      pattern: `${effect.type}(${below(text)})`,
      breadth: "directory",
      label: `${verb} below ${describeLocation(folder, place.roots)}`,
    });
  }
  return rungs;
}

/** The folder a path is in, when it lies below a root; null for a root itself and outside. */
function folderOf(path: string, place: Place): string | null {
  const names = namesOf(path);
  if (names === null) return null;
  const folder = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
  const folderNames = names.slice(0, -1);
  const isBelowRoot = place.rootNames.some(
    (root) => folderNames.length > root.length && isWithin(folderNames, root),
  );
  const holdsRoot = place.rootNames.some((root) => isWithin(root, folderNames));
  const holdsHome = place.homeNames !== null && isWithin(place.homeNames, folderNames);
  return isBelowRoot && !holdsRoot && !holdsHome ? folder : null;
}

function toolRung(tool: string): Rung {
  return { pattern: `tool(${nameText(tool)})`, breadth: "tool", label: `every call of ${tool}` };
}

function isCallItself(effect: Effect): boolean {
  return effect.type === "unknown" && effect.reason === callItself.reason;
}

/** A name that the grammar can't hold gets no proposal. */
function isReadable(pattern: string): boolean {
  try {
    parsePattern(pattern);
    return true;
  } catch {
    return false;
  }
}

const maxNamed = 3;

function proposalOf(rungs: readonly Rung[], isProtected: boolean): RuleProposal {
  const distinct = [...new Map(rungs.map((rung) => [rung.pattern, rung])).values()];
  const labels = distinct.map(({ label }) => label);
  const more = labels.length - maxNamed;
  const label = labels.slice(0, maxNamed).join("; ") + (more > 0 ? `; and ${more} more` : "");
  return {
    patterns: distinct.map(({ pattern }) => pattern),
    breadth: widest(distinct),
    label,
    ...(isProtected && { protected: true }),
  };
}

const breadths: readonly Breadth[] = ["path", "words", "host", "tool", "directory", "server"];

function widest(rungs: readonly Rung[]): Breadth {
  let known: Breadth = "path";
  for (const { breadth } of rungs) {
    if (breadths.indexOf(breadth) > breadths.indexOf(known)) known = breadth;
  }
  return known;
}

function isSame(known: RuleProposal, other: RuleProposal): boolean {
  return (
    known.patterns.length === other.patterns.length &&
    known.patterns.every((pattern) => other.patterns.includes(pattern))
  );
}
