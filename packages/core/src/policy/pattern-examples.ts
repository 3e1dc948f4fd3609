import type { Effect, EffectType } from "../effects/effect.ts";
import { AnchoredPattern } from "./anchored-pattern.ts";
import { parsePattern } from "./pattern.ts";
import { createPlace } from "./place.ts";
import type { Piece, Segment } from "./segment.ts";

/**
 * One effect for each alternative of a pattern, to hold against a policy what a rule or grant of that pattern
 * would do: `read({src,docs}/**)` becomes reads of `ROOT/src/x` and `ROOT/docs/x`.
 *
 * roots, home: as the policy has them. Empty for a pattern of tools, which names no effect.
 * Errors: ConfigurationError `policy-invalid` for a pattern that can't be read.
 */
export function patternExamples(
  pattern: string,
  { roots, home }: { readonly roots: readonly string[]; readonly home?: string },
): readonly Effect[] {
  const anchored = new AnchoredPattern(parsePattern(pattern), createPlace(roots, home));
  const { kind, port } = anchored.pattern;
  if (kind === "tool") return [];
  if (kind === "unknown") return [{ type: "unknown", reason: "an example" }];
  const prototype = prototypes(roots[0] ?? "/")[kind === "mcp" ? "external" : kind];
  return anchored.exactSequences.flatMap((segments) => {
    const effect = exampleLike(prototype, exampleNames(segments), port);
    return effect === null ? [] : [effect];
  });
}

function prototypes(cwd: string): Readonly<Record<Exclude<EffectType, "unknown">, Effect>> {
  return {
    read: { type: "read", path: "" },
    write: { type: "write", path: "" },
    delete: { type: "delete", path: "" },
    run: { type: "run", program: "", words: [], cwd, specified: false },
    network: { type: "network", host: "" },
    environment: { type: "environment", variable: "", value: true },
    agent: { type: "agent", agent: "" },
    external: { type: "external", server: "", tool: "" },
  };
}

/** An effect of the same kind that has these names; null when there is none. */
export function exampleLike(
  effect: Effect,
  names: readonly string[],
  port: number | null,
): Effect | null {
  const [first = "", second = ""] = names;
  switch (effect.type) {
    case "read":
    case "write":
    case "delete": {
      if (first.startsWith("//")) return null;
      const path = /^[A-Z]:$/.test(first) ? names.join("/") : `/${names.join("/")}`;
      if (effect.type === "delete") {
        return { type: "delete", path, realPath: path, isDirectory: false };
      }
      return { type: effect.type, path, realPath: path };
    }
    case "run":
      return { ...effect, program: first, words: names };
    case "network":
      return {
        type: "network",
        host: names.toReversed().join("."),
        ...(port !== null && { port }),
      };
    case "environment":
      return { ...effect, variable: first };
    case "agent":
      return { ...effect, agent: first };
    case "external":
      return { type: "external", server: first, tool: second };
    case "unknown":
      return null;
  }
}

/** Some names that the segments match, with `x` for what is left open. */
export function exampleNames(segments: readonly Segment[]): readonly string[] {
  return segments.map((segment) => {
    if (segment.kind === "literal") return segment.text;
    return segment.kind === "rest" ? "x" : exampleOfPieces(segment.pieces);
  });
}

export function exampleOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(exampleOfPiece).join("");
}

function exampleOfPiece(piece: Piece): string {
  if (piece.kind === "text") return piece.text;
  const first = piece.kind === "class" && !piece.isNegated ? piece.ranges[0]?.[0] : undefined;
  return first === undefined ? "x" : String.fromCodePoint(first);
}
