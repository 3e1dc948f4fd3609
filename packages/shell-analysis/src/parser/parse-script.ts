import { forEachChild, parse } from "unbash";
import type { ParsedScript, SyntaxNode } from "./syntax.ts";

/** Turns bash text into a tree, with `errors` on every script (also nested ones) that isn't valid. */
export type ScriptParser = (source: string) => ParsedScript;

/** The parser gave up. */
export class ParserOverflow extends Error {
  override readonly name = "ParserOverflow";
}

/**
 * Parses with unbash.
 *
 * Errors: ParserOverflow where the nesting is deeper than the parser's stack.
 */
export const parseScript: ScriptParser = (source) => {
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof RangeError) throw new ParserOverflow("too deep", { cause: error });
    throw error;
  }
};

/** The direct children of a node, substitutions within words included. */
export function childrenOf(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  forEachChild(node, visit);
}
