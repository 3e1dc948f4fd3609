import { all, childOf, type SymbolRules } from "./rules.ts";

export const php: SymbolRules = {
  nodes: {
    namespace_definition: "namespace",
    class_declaration: "class",
    interface_declaration: "interface",
    trait_declaration: "trait",
    enum_declaration: "enum",
    enum_case: "member",
    function_definition: "function",
    method_declaration: "method",
    property_element: "field",
    const_element: "constant",
    ...all("const_declaration property_declaration", "around"),
    ...all("declaration_list enum_declaration_list compound_statement if_statement", "inside"),
  },
  nameOf: (node) => node.childForFieldName("name") ?? childOf(node, "name"),
};
