import { ToolError } from "@toolwright/core";
import {
  expandBraces,
  matchesName,
  matchesSequence,
  parseNameGlob,
  rest,
  type Segment,
  segmentOf,
} from "@toolwright/core/internal";

/** A glob over paths below one directory. */
export interface PathPattern {
  /**
   * The directories that every match lies below, separated by `/`; empty for none. A search can start
   * there.
   */
  readonly base: string;
  /**
   * Simple patterns (only `*` and `?`), one of which matches each match's file name; null if there
   * are none. For a fast preselection by another program.
   */
  readonly fileNames: readonly string[] | null;
  /** False if no path with this last name matches. A fast first check. */
  readonly mayEndIn: (name: string) => boolean;
  /** The maximum number of names that a match has below `base`; null for no maximum. */
  readonly depth: number | null;
  /** `path` is relative to the pattern's directory, with `/`. */
  readonly matches: (path: string) => boolean;
  /** The same for a path relative to `base`, which is faster. */
  readonly matchesInBase: (path: string) => boolean;
}

/**
 * Compiles a glob: `*` and `?` within a name, `**` across directories, `[a-z]`, `{a,b}`. A pattern
 * without a slash matches at any depth; one that ends in a slash matches everything below that
 * directory. Malformed parts are literal, and a name with brackets (`[id].tsx`) also matches the file
 * of that name.
 *
 * Errors: `input-invalid` for a pattern with an alternative that is absolute or has `..`, and for too
 * many alternatives.
 */
export function compilePathPattern(pattern: string): PathPattern {
  return compilePathPatterns([pattern]);
}

/** One pattern for paths that match any of several. Errors: as `compilePathPattern`. */
export function compilePathPatterns(patterns: readonly string[]): PathPattern {
  const alternatives = patterns.flatMap(alternativesOf);
  const base = commonBase(alternatives);
  const inBase = alternatives.map(({ segments }) => segments.slice(base.length));
  return {
    base: base.join("/"),
    fileNames: simpleFileNames(alternatives),
    mayEndIn: anyOf(inBase.map((segments) => nameTestOf(segments.at(-1) ?? rest))),
    depth: depthOf(inBase),
    matches: anyOf(alternatives.map(({ segments }) => testOf(segments))),
    matchesInBase: anyOf(inBase.map(testOf)),
  };
}

/** One alternative of a pattern, without braces. */
interface Alternative {
  readonly segments: readonly Segment[];
  /** The last name as written. */
  readonly lastName: string;
}

function alternativesOf(pattern: string): readonly Alternative[] {
  const isAnchored = pattern.replace(/^(\.\/)+$/, "").includes("/");
  const fail = (_index: number, message: string): never => {
    throw new ToolError("input-invalid", `${message} Use fewer braces, or several calls.`);
  };
  return expandBraces(pattern, { fail, isLenient: true }).map((text) => {
    const names = namesOf(text, pattern);
    const whole = isAnchored ? names : ["**", ...names];
    // A pattern that ends in a directory means the files below it.
    const isBelow = text.endsWith("/") || whole.at(-1) === "**";
    const written = isBelow ? [...whole, "**", "*"] : whole;
    const segments = written.map(parseSegment);
    return { segments, lastName: written.at(-1) ?? "*" };
  });
}

function namesOf(alternative: string, pattern: string): readonly string[] {
  if (/^(\/|\\\\|[A-Za-z]:[\\/])/.test(alternative)) {
    throw new ToolError(
      "input-invalid",
      `The pattern '${pattern}' is absolute. Give the directory as path, and a pattern relative to it.`,
    );
  }
  const names = alternative.split("/").filter((name) => name !== "" && name !== ".");
  if (
    names.map(parseSegment).some((segment) => segment.kind === "literal" && segment.text === "..")
  ) {
    throw new ToolError(
      "input-invalid",
      `The pattern '${pattern}' contains '..', which patterns can't use. Give the directory as path.`,
    );
  }
  return names;
}

function parseSegment(name: string): Segment {
  if (name === "**") return rest;
  const fail = (_index: number, message: string): never => {
    throw new TypeError(message);
  };
  const segment = segmentOf(
    parseNameGlob(name, { hasClasses: true, isLenient: true, offset: 0, fail }),
  );
  const hasClass = segment.kind === "wild" && segment.pieces.some(({ kind }) => kind === "class");
  return hasClass ? { ...segment, orName: name } : segment;
}

function anyOf(tests: readonly ((path: string) => boolean)[]): (path: string) => boolean {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (path) => tests.some((test) => test(path));
}

function depthOf(alternatives: readonly (readonly Segment[])[]): number | null {
  if (alternatives.some((segments) => segments.includes(rest))) return null;
  return Math.max(...alternatives.map(({ length }) => length));
}

function testOf(segments: readonly Segment[]): (path: string) => boolean {
  const last = segments.at(-1);
  const isAtAnyDepth = segments.length > 1 && segments.slice(0, -1).every((each) => each === rest);
  if (isAtAnyDepth && last !== undefined && last !== rest) {
    // Most patterns are like `*.ts`, which need no separate name.
    const ending = endingOf(last);
    if (ending !== null) return (path) => path.endsWith(ending);
    return (path) => matchesName(last, path.slice(path.lastIndexOf("/") + 1));
  }
  return (path) => matchesSequence(segments, path.split("/"));
}

function nameTestOf(segment: Segment): (name: string) => boolean {
  const ending = endingOf(segment);
  return ending === null ? (name) => matchesName(segment, name) : (name) => name.endsWith(ending);
}

/** The required ending of a name, if the pattern requires nothing else; null for other patterns. */
function endingOf(segment: Segment): string | null {
  const [first, second, ...others] = segment.kind === "wild" ? segment.pieces : [];
  const isEnding = first?.kind === "star" && second?.kind === "text" && others.length === 0;
  return isEnding ? second.text : null;
}

function commonBase(alternatives: readonly Alternative[]): readonly string[] {
  const bases = alternatives.map(({ segments }) => {
    const names: string[] = [];
    for (const segment of segments.slice(0, -1)) {
      if (segment.kind !== "literal") break;
      names.push(segment.text);
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

function simpleFileNames(alternatives: readonly Alternative[]): readonly string[] | null {
  const names = new Set(alternatives.map(({ lastName }) => lastName));
  const areSimple = [...names].every((name) => !/^\**$/.test(name) && !/[[\]{}\\:]/.test(name));
  return areSimple ? [...names] : null;
}
