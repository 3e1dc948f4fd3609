import { all, type SymbolRules } from "./rules.ts";

export const csharp: SymbolRules = {
  nodes: {
    ...all("namespace_declaration file_scoped_namespace_declaration", "namespace"),
    ...all("class_declaration record_declaration", "class"),
    struct_declaration: "struct",
    interface_declaration: "interface",
    enum_declaration: "enum",
    enum_member_declaration: "member",
    delegate_declaration: "type",
    ...all("method_declaration constructor_declaration destructor_declaration", "method"),
    local_function_statement: "function",
    ...all("property_declaration event_declaration variable_declarator", "field"),
    ...all("field_declaration event_field_declaration variable_declaration", "around"),
    global_statement: "around",
    ...all("declaration_list enum_member_declaration_list", "inside"),
  },
};
