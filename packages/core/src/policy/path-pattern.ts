import { expandBraces } from "../glob/braces.ts";
import { endOfClass, type Fail, parseNameGlob } from "../glob/name-glob.ts";
import { rest, type Segment, segmentOf } from "../glob/segment.ts";

/** One alternative of a pattern after its braces were expanded. */
export interface Alternative {
  /** Where the segments start: at each of the workspace's roots, at home, or at the file system's root. */
  readonly anchor: "root" | "home" | "none";
  readonly segments: readonly Segment[];
  /** Whether it was written as `dir/`. */
  readonly endsInSlash: boolean;
}

/**
 * Parses a path glob: `*` and `?` stay within a name, `**` matches any number of folders; also
 * `[abc]`, `[!a-z]`, `{a,b}`, and `\` to escape. A pattern is relative to each root, to home (`~/`),
 * or absolute. Dotfiles match. A name without a slash matches only directly in the root.
 */
export function parsePathPattern(text: string, fail: Fail): readonly Alternative[] {
  if (text === "") fail(0, "The path is missing; write '**' for every path in the workspace.");
  if (text.startsWith("!")) {
    fail(0, "'!' does not negate here: list what the rule should not match in its \"except\".");
  }
  if (/^\s/.test(text)) fail(0, "The path begins with a space; write '\\ ' if it is meant.");
  if (/(?<!\\)\s$/.test(text)) {
    fail(text.length - 1, "The path ends with a space; write '\\ ' if it is meant.");
  }
  return expandBraces(text, { fail }).map((alternative) =>
    parseAlternative(alternative, text, fail),
  );
}

function parseAlternative(alternative: string, text: string, fail: Fail): Alternative {
  const { anchor, path } = anchorOf(alternative);
  // Without braces the alternative is the text, and positions in it are exact.
  const start = alternative === text ? text.length - path.length : 0;
  const segments: Segment[] = [];
  for (const { name, offset } of splitNames(path, start, fail)) {
    if (name === "" || name === ".") continue;
    if (name === "**") {
      if (segments.at(-1)?.kind !== "rest") segments.push(rest);
      continue;
    }
    const segment = segmentOf(parseNameGlob(name, { hasClasses: true, fail, offset }));
    if (segment.kind === "literal" && segment.text === "..") {
      fail(
        offset,
        "Patterns can't contain '..': write the path without it, with '~/', or as an absolute path.",
      );
    }
    segments.push(segment);
  }
  return { anchor, segments, endsInSlash: path.endsWith("/") && !path.endsWith("\\/") };
}

function anchorOf(text: string): { readonly anchor: Alternative["anchor"]; readonly path: string } {
  if (text === "~" || text.startsWith("~/")) return { anchor: "home", path: text.slice(1) };
  const isAbsolute = text.startsWith("/") || /^[A-Za-z]:(?:\/|$)/.test(text);
  return { anchor: isAbsolute ? "none" : "root", path: upperDrive(text) };
}

/** Paths have their drive in upper case. */
function upperDrive(text: string): string {
  return text.replace(/^[a-z](?=:(?:\/|$))/, (drive) => drive.toUpperCase());
}

function* splitNames(
  path: string,
  start: number,
  fail: Fail,
): Generator<{ readonly name: string; readonly offset: number }> {
  let begin = 0;
  for (let at = 0; at < path.length; at += 1) {
    const character = path[at];
    if (character === "\\") at += 1;
    else if (character === "[") at = endOfClass(path, at, { fail, offset: start }) ?? at;
    else if (character === "/") {
      yield { name: path.slice(begin, at), offset: start + begin };
      begin = at + 1;
    }
  }
  yield { name: path.slice(begin), offset: start + begin };
}
