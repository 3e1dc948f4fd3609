import { all, childOf, type SymbolRules } from "./rules.ts";

export const powershell: SymbolRules = {
  nodes: {
    function_statement: "function",
    class_statement: "class",
    class_method_definition: "method",
    class_property_definition: "field",
    enum_statement: "enum",
    enum_member: "member",
    ...all("statement_list", "inside"),
  },
  nameOf: (node) => childOf(node, "function_name", "simple_name", "variable"),
};
