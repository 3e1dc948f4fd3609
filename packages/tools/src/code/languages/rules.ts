import type { Node } from "@vscode/tree-sitter-wasm";
import type { SymbolKind } from "../symbol.ts";

/**
 * What a node type means for an outline: a kind of symbol; `around`, a statement that belongs to the symbol in it;
 * `inside`, a node that holds symbols; null, nothing.
 */
export type Meaning = SymbolKind | "around" | "inside" | null;

/** `parentType`: the type of the node around it. A node's own `parent` takes the longer, the wider the tree is. */
export type MeaningOf = (node: Node, parentType: string) => Meaning;

/** A name's place in the text. */
export interface NamePlace {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** How symbols are found in one grammar's trees. */
export interface SymbolRules {
  /** The meaning of node types. Other types are passed over, with everything in them. */
  readonly nodes: Readonly<Record<string, Meaning | MeaningOf>>;
  /** The name of a symbol's node. Default: its field `name`. */
  readonly nameOf?: (node: Node) => NamePlace | null;
  /** For a text, whether other files can refer to a symbol outside all others, by its signature. Default: all can. */
  readonly exportsOf?: (text: string) => (signature: string) => boolean;
  /** The type that a method outside its type belongs to. */
  readonly ownerOf?: (node: Node) => NamePlace | null;
}

/** Gives several node types, in one text, the same meaning. */
export function all<Given>(types: string, meaning: Given): Readonly<Record<string, Given>> {
  return Object.fromEntries(types.split(" ").map((type) => [type, meaning]));
}

/** The first child of one of these types. */
export function childOf(node: Node, ...types: readonly string[]): Node | null {
  return node.namedChildren.find((child) => child !== null && types.includes(child.type)) ?? null;
}

/** `constant` for a name in capitals, `variable` for any other. */
export function constantOrVariable(name: string): SymbolKind {
  return /^[A-Z][A-Z\d_]*$/.test(name) ? "constant" : "variable";
}
