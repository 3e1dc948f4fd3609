import { nearestNames } from "../registry/nearest-names.ts";
import { parseHostPattern } from "./host-pattern.ts";
import { parseNameGlob } from "./glob-text.ts";
import { type Alternative, parsePathPattern } from "./path-pattern.ts";
import { type Fail, patternError } from "./pattern-error.ts";
import { rest, type Segment, segmentOf } from "./segment.ts";
import { parseWordPattern } from "./word-pattern.ts";

export const patternKinds = [
  "read",
  "write",
  "delete",
  "run",
  "network",
  "environment",
  "agent",
  "mcp",
  "tool",
  "unknown",
] as const;

export type PatternKind = (typeof patternKinds)[number];

/** What a rule, an exception or a grant speaks of: `write(src/**)`. */
export interface Pattern {
  readonly kind: PatternKind;
  /** As written. */
  readonly text: string;
  readonly alternatives: readonly Alternative[];
  /** Of a network pattern; null for any. */
  readonly port: number | null;
}

/**
 * Reads a pattern. The argument is everything between the first `(` and the last `)`, so that
 * paths may hold parentheses themselves.
 *
 * Errors: ConfigurationError `policy-invalid`, naming the pattern, the position and what to write.
 */
export function parsePattern(text: string): Pattern {
  const open = text.indexOf("(");
  if (open === -1) {
    throw patternError(
      text,
      0,
      `A pattern is a kind and its argument, as write(src/**) or run(npm test *). Kinds: ${patternKinds.join(", ")}.`,
    );
  }
  const kind = text.slice(0, open);
  if (!isPatternKind(kind)) throw patternError(text, 0, describeUnknownKind(kind));
  if (!text.endsWith(")")) throw patternError(text, text.length, "The last ')' is missing.");
  const fail: Fail = (index, message) => {
    throw patternError(text, open + 1 + index, message);
  };
  return { kind, text, ...parseArgument(kind, text.slice(open + 1, -1), fail) };
}

function parseArgument(
  kind: PatternKind,
  argument: string,
  fail: Fail,
): Pick<Pattern, "alternatives" | "port"> {
  switch (kind) {
    case "read":
    case "write":
    case "delete":
      return { alternatives: parsePathPattern(argument, fail), port: null };
    case "run":
      return single(parseWordPattern(argument, fail));
    case "network": {
      const { segments, port } = parseHostPattern(argument, fail);
      return { ...single(segments), port };
    }
    case "mcp":
      return single(parseServerAndTool(argument, fail));
    case "unknown":
      if (argument !== "*") fail(0, "What isn't known can't be named: write unknown(*).");
      return single([rest]);
    case "environment":
    case "agent":
    case "tool":
      if (argument === "") fail(0, `There is no name; write ${kind}(*) for any.`);
      return single([segmentOf(parseNameGlob(argument, { hasClasses: false, fail, offset: 0 }))]);
  }
}

function single(segments: readonly Segment[]): Pick<Pattern, "alternatives" | "port"> {
  return { alternatives: [{ anchor: "none", segments, endsInSlash: false }], port: null };
}

/** `server/tool`: the first slash parts them, so a tool's name may hold more. */
function parseServerAndTool(argument: string, fail: Fail): readonly Segment[] {
  const slash = /^(?:[^\\/]|\\[\s\S])*\//.exec(argument)?.[0].length ?? 0;
  const server = argument.slice(0, Math.max(0, slash - 1));
  const tool = argument.slice(slash);
  if (slash === 0 || server === "" || tool === "") {
    fail(0, "Write server and tool, as mcp(github/create_issue) or mcp(github/*).");
  }
  const options = { hasClasses: false, fail };
  return [
    segmentOf(parseNameGlob(server, { ...options, offset: 0 })),
    segmentOf(parseNameGlob(tool, { ...options, offset: slash })),
  ];
}

function isPatternKind(kind: string): kind is PatternKind {
  return (patternKinds as readonly string[]).includes(kind);
}

/** What other agents' rules call these things. */
const otherNames: Readonly<Record<string, PatternKind>> = {
  bash: "run",
  command: "run",
  edit: "write",
  env: "environment",
  exec: "run",
  execute: "run",
  external: "mcp",
  fetch: "network",
  host: "network",
  remove: "delete",
  shell: "run",
  task: "agent",
  webfetch: "network",
};

function describeUnknownKind(kind: string): string {
  const lower = kind.trim().toLowerCase();
  const near = isPatternKind(lower)
    ? lower
    : (otherNames[lower] ?? nearestNames(lower.slice(0, 40), patternKinds)[0]);
  const hint = near === undefined ? "" : ` Did you mean '${near}'?`;
  return `There is no kind ${JSON.stringify(kind.slice(0, 40))}.${hint} Kinds: ${patternKinds.join(", ")}.`;
}
