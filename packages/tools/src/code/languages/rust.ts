import { all, type SymbolRules } from "./rules.ts";

export const rust: SymbolRules = {
  nodes: {
    ...all("function_item function_signature_item", "function"),
    ...all("type_item associated_type", "type"),
    struct_item: "struct",
    enum_item: "enum",
    union_item: "union",
    trait_item: "trait",
    impl_item: "implementation",
    mod_item: "namespace",
    const_item: "constant",
    static_item: "variable",
    macro_definition: "macro",
    field_declaration: "field",
    enum_variant: "member",
    ...all("declaration_list field_declaration_list enum_variant_list foreign_mod_item", "inside"),
  },
  nameOf(node) {
    const name = node.childForFieldName("name");
    if (node.type !== "impl_item") return name;
    const type = node.childForFieldName("type");
    return type?.childForFieldName("type") ?? type;
  },
};
