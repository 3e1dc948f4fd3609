import type { Node } from "@vscode/tree-sitter-wasm";
import { all, constantOrVariable, type Meaning, type SymbolRules } from "./rules.ts";

function assigned(node: Node): Meaning {
  const left = node.childForFieldName("left");
  return left?.type === "identifier" ? constantOrVariable(left.text) : null;
}

export const python: SymbolRules = {
  nodes: {
    function_definition: "function",
    class_definition: "class",
    type_alias_statement: "type",
    assignment: assigned,
    ...all("decorated_definition expression_statement", "around"),
    ...all("block if_statement elif_clause else_clause try_statement except_clause", "inside"),
  },
  nameOf: (node) => node.childForFieldName("name") ?? node.childForFieldName("left"),
};
