import type { Node } from "@vscode/tree-sitter-wasm";
import { all, type Meaning, type SymbolRules } from "./rules.ts";

function nextDeclarator(node: Node): Node | null {
  const named = node.childForFieldName("declarator");
  if (named !== null) return named;
  return node.namedChildren.find((child) => child?.type.endsWith("_declarator")) ?? null;
}

/** The declared name, below any number of pointers, references, arrays and parameters. */
function nameOf(node: Node): Node | null {
  const name = node.childForFieldName("name");
  if (name !== null && !node.type.endsWith("_declarator")) return name;
  let found: Node | null = null;
  for (let next = nextDeclarator(node); next !== null; next = nextDeclarator(next)) found = next;
  return found;
}

/** Whether a declaration is that of a function. A pointer to one is a variable. */
function isFunction(node: Node): boolean {
  for (let next = nextDeclarator(node); next !== null; next = nextDeclarator(next)) {
    if (next.type === "function_declarator")
      return next.childForFieldName("declarator")?.type !== "parenthesized_declarator";
  }
  return false;
}

/** A type with its members. Without a body it is only mentioned. */
function withBody(kind: Meaning) {
  return (node: Node): Meaning => {
    if (node.childForFieldName("body") === null) return null;
    return node.childForFieldName("name") === null ? "inside" : kind;
  };
}

/** C and C++. */
export const c: SymbolRules = {
  nodes: {
    function_definition: "function",
    declaration: (node) => (isFunction(node) ? "function" : "variable"),
    field_declaration: (node) => (isFunction(node) ? "method" : "field"),
    namespace_definition: "namespace",
    class_specifier: withBody("class"),
    struct_specifier: withBody("struct"),
    union_specifier: withBody("union"),
    enum_specifier: withBody("enum"),
    enumerator: "member",
    ...all("type_definition alias_declaration concept_definition", "type"),
    ...all("preproc_def preproc_function_def", "macro"),
    template_declaration: "around",
    ...all("declaration_list field_declaration_list enumerator_list", "inside"),
    ...all("linkage_specification preproc_if preproc_ifdef preproc_else preproc_elif", "inside"),
  },
  nameOf,
};
