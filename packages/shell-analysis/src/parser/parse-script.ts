import { forEachChild, parse } from "unbash";
import type { ParsedScript, SyntaxNode } from "./syntax.ts";

/** Turns bash text into a tree. Every invalid script in the tree, nested ones included, has `errors`. */
export type ScriptParser = (source: string) => ParsedScript;

/** Thrown when the nesting exceeds the parser's stack. */
export class ParserOverflow extends Error {
  override readonly name = "ParserOverflow";
}

/**
 * Parses with unbash.
 *
 * Errors: ParserOverflow when the nesting exceeds the parser's stack.
 */
export const parseScript: ScriptParser = (source) => {
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof RangeError) throw new ParserOverflow("too deep", { cause: error });
    throw error;
  }
};

/** Visits the direct children of a node, including substitutions within words. */
export function childrenOf(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  forEachChild(node, visit);
}
