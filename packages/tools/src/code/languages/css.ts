import type { Node } from "@vscode/tree-sitter-wasm";
import { all, childOf, type NamePlace, type SymbolRules } from "./rules.ts";

/** A rule is named by all that is before its block. */
function nameOf(node: Node): NamePlace | null {
  const property = childOf(node, "property_name");
  if (property !== null) return property;
  const block = childOf(node, "block", "keyframe_block_list");
  if (block === null) return null;
  const before = node.text.slice(0, block.startIndex - node.startIndex).trimEnd();
  return { startIndex: node.startIndex, endIndex: node.startIndex + before.length };
}

export const css: SymbolRules = {
  nodes: {
    rule_set: "rule",
    ...all(
      "media_statement supports_statement keyframes_statement at_rule scope_statement",
      "section",
    ),
    declaration: (node) =>
      childOf(node, "property_name")?.text.startsWith("--") === true ? "variable" : null,
    block: "inside",
  },
  nameOf,
};
