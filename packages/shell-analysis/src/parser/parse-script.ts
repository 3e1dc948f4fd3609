import { forEachChild, parse } from "unbash";
import type { ParsedScript, SyntaxNode } from "./syntax.ts";

/** Thrown when the nesting exceeds the parser's stack. */
export class ParserOverflow extends Error {
  override readonly name = "ParserOverflow";
}

/**
 * Parses bash text with unbash. Every invalid script in the tree, nested ones included, has `errors`.
 *
 * Errors: ParserOverflow when the nesting exceeds the parser's stack.
 */
export function parseScript(source: string): ParsedScript {
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof RangeError) throw new ParserOverflow("too deep", { cause: error });
    throw error;
  }
}

/** Visits the direct children of a node, including substitutions within words. */
export function childrenOf(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  forEachChild(node, visit);
}
