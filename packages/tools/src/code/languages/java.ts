import { all, type SymbolRules } from "./rules.ts";

export const java: SymbolRules = {
  nodes: {
    ...all("class_declaration record_declaration", "class"),
    ...all("interface_declaration annotation_type_declaration", "interface"),
    ...all("method_declaration constructor_declaration compact_constructor_declaration", "method"),
    annotation_type_element_declaration: "method",
    enum_declaration: "enum",
    enum_constant: "member",
    variable_declarator: "field",
    ...all("field_declaration constant_declaration", "around"),
    ...all("class_body interface_body enum_body enum_body_declarations", "inside"),
    annotation_type_body: "inside",
  },
};
