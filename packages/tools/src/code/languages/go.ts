import type { Node } from "@vscode/tree-sitter-wasm";
import { all, childOf, type Meaning, type SymbolRules } from "./rules.ts";

function typeKind(node: Node): Meaning {
  const type = node.childForFieldName("type")?.type;
  if (type === "struct_type") return "struct";
  return type === "interface_type" ? "interface" : "type";
}

/** The type of a method's receiver: `A` of `func (a *A[T]) m()`. */
function ownerOf(node: Node): Node | null {
  const receiver = node.childForFieldName("receiver");
  let type = (receiver && childOf(receiver, "parameter_declaration"))?.childForFieldName("type");
  while (type && type.type !== "type_identifier") type = type.namedChild(0);
  return type ?? null;
}

export const go: SymbolRules = {
  nodes: {
    function_declaration: "function",
    ...all("method_declaration method_elem", "method"),
    type_spec: typeKind,
    type_alias: "type",
    const_spec: "constant",
    var_spec: "variable",
    field_declaration: "field",
    ...all("type_declaration const_declaration var_declaration", "around"),
    ...all("struct_type interface_type field_declaration_list var_spec_list", "inside"),
  },
  ownerOf,
};
