import { ToolError } from "@toolwright/core";
import { expandBraces } from "./expand-braces.ts";
import { compileSegment, literalText, type SegmentTest } from "./segment-pattern.ts";

/** A glob over paths below one directory. */
export interface PathPattern {
  /**
   * The directories that every match lies below, `/` between them; empty when there are none. A
   * search that starts there needn't look elsewhere.
   */
  readonly base: string;
  /**
   * Simple patterns (`*` and `?` only) one of which each match's file name fits; null when they
   * can't be told. For a quick first selection by another program.
   */
  readonly fileNames: readonly string[] | null;
  /** False when no path whose last name this is matches: a quick first look. */
  readonly mayEndIn: (name: string) => boolean;
  /** How many names a match has below `base` at most; null when there may be any number. */
  readonly depth: number | null;
  /** `path` is relative to the directory the pattern is for, with `/`. */
  readonly matches: (path: string) => boolean;
  /** The same of a path relative to `base`, which is quicker. */
  readonly matchesInBase: (path: string) => boolean;
}

/** Any number of directories. */
const anyDepth = Symbol("**");
type PathPart = SegmentTest | typeof anyDepth;

/**
 * Compiles a glob: `*` and `?` within a name, `**` over directories, `[a-z]`, `{a,b}`. A pattern
 * without a slash fits at any depth, one that ends in a slash everything below that directory.
 *
 * Errors: `input-invalid` for a pattern that is absolute or has `..`, in any alternative, and for
 * one with too many alternatives.
 */
export function compilePathPattern(pattern: string): PathPattern {
  return compilePathPatterns([pattern]);
}

/** One pattern for paths that fit any of several. Errors: as `compilePathPattern`. */
export function compilePathPatterns(patterns: readonly string[]): PathPattern {
  const alternatives = patterns.flatMap((pattern) => {
    const isAnchored = pattern.replace(/^(\.\/)+$/, "").includes("/");
    return expandBraces(pattern).map((alternative) => segmentsOf(alternative, pattern, isAnchored));
  });
  const base = commonBase(alternatives);
  const inBase = alternatives.map((segments) => segments.slice(base.length));
  return {
    base: base.join("/"),
    fileNames: simpleFileNames(alternatives),
    mayEndIn: anyOf(inBase.map((segments) => compileSegment(segments.at(-1) ?? "*"))),
    depth: depthOf(inBase),
    matches: anyOf(alternatives.map(testOf)),
    matchesInBase: anyOf(inBase.map(testOf)),
  };
}

function anyOf(tests: readonly ((path: string) => boolean)[]): (path: string) => boolean {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (path) => tests.some((test) => test(path));
}

function depthOf(alternatives: readonly (readonly string[])[]): number | null {
  if (alternatives.some((segments) => segments.includes("**"))) return null;
  return Math.max(...alternatives.map(({ length }) => length));
}

function testOf(segments: readonly string[]): (path: string) => boolean {
  const last = segments.at(-1) ?? "";
  const isAtAnyDepth = segments.length > 1 && segments.slice(0, -1).every((each) => each === "**");
  if (isAtAnyDepth && last === "*") return () => true;
  if (isAtAnyDepth && last !== "**") {
    // Of most patterns, as `*.ts`: no name has to be cut off.
    const end = last.startsWith("*") ? literalText(last.slice(1)) : null;
    if (end !== null) return (path) => path.endsWith(end);
    const test = compileSegment(last);
    return (path) => test(path.slice(path.lastIndexOf("/") + 1));
  }
  const parts = segments.map((segment) => (segment === "**" ? anyDepth : compileSegment(segment)));
  return (path) => matchParts(parts, path.split("/"));
}

function segmentsOf(alternative: string, pattern: string, isAnchored: boolean): readonly string[] {
  if (/^(\/|\\\\|[A-Za-z]:[\\/])/.test(alternative)) {
    throw new ToolError(
      "input-invalid",
      `The pattern '${pattern}' is absolute. Name the directory in path and give a pattern relative to it.`,
    );
  }
  const segments = alternative.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.some((segment) => literalText(segment) === "..")) {
    throw new ToolError(
      "input-invalid",
      `The pattern '${pattern}' leaves the directory it is for: '..' isn't possible in a pattern. Name the directory in path.`,
    );
  }
  const whole = isAnchored ? segments : ["**", ...segments];
  // What ends in a directory means the files below it.
  return alternative.endsWith("/") || whole.at(-1) === "**" ? [...whole, "**", "*"] : whole;
}

function commonBase(alternatives: readonly (readonly string[])[]): readonly string[] {
  const bases = alternatives.map((segments) => {
    const names: string[] = [];
    for (const segment of segments.slice(0, -1)) {
      const name = literalText(segment);
      if (name === null) break;
      names.push(name);
    }
    return names;
  });
  const first = bases[0] ?? [];
  let length = first.length;
  for (const base of bases) {
    while (length > 0 && base.slice(0, length).join("/") !== first.slice(0, length).join("/")) {
      length--;
    }
  }
  return first.slice(0, length);
}

function simpleFileNames(alternatives: readonly (readonly string[])[]): readonly string[] | null {
  const names = new Set<string>();
  for (const segments of alternatives) {
    const last = segments.at(-1) ?? "*";
    if (/^\**$/.test(last) || /[[\]{}\\:]/.test(last)) return null;
    names.add(last);
  }
  return [...names];
}

/** As within a name, going back to the last `**` is enough. */
function matchParts(parts: readonly PathPart[], names: readonly string[]): boolean {
  let part = 0;
  let name = 0;
  let lastAnyDepth = -1;
  let anyDepthUpTo = 0;
  while (name < names.length) {
    const current = parts[part];
    if (current === anyDepth) {
      lastAnyDepth = part++;
      anyDepthUpTo = name;
    } else if (current !== undefined && current(names[name] ?? "")) {
      part++;
      name++;
    } else if (lastAnyDepth >= 0) {
      part = lastAnyDepth + 1;
      name = ++anyDepthUpTo;
    } else return false;
  }
  while (parts[part] === anyDepth) part++;
  return part === parts.length;
}
