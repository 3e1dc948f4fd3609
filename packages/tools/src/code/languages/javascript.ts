import type { Node } from "@vscode/tree-sitter-wasm";
import { all, constantOrVariable, type Meaning, type SymbolRules } from "./rules.ts";

const functions = new Set(["arrow_function", "function_expression", "generator_function"]);

function kindOfValue(value: Node | null): Meaning {
  if (value !== null && functions.has(value.type)) return "function";
  return value?.type === "class" ? "class" : "variable";
}

function declared(node: Node): Meaning {
  const name = node.childForFieldName("name");
  if (name?.type !== "identifier") return null;
  const kind = kindOfValue(node.childForFieldName("value"));
  return kind === "variable" ? constantOrVariable(name.text) : kind;
}

/** `export default` without a name. */
function exported(node: Node): Meaning {
  const value = node.childForFieldName("value");
  return value === null ? "around" : kindOfValue(value);
}

/** `exports.a = …`, `module.exports = …`, `A.prototype.b = …` and namespaces. */
function stated(node: Node): Meaning {
  const [only] = node.namedChildren;
  if (only?.type === "internal_module") return "around";
  if (only?.type !== "assignment_expression") return null;
  const left = only.childForFieldName("left")?.text ?? "";
  if (!/^(?:module\.)?exports\b|\.prototype\b/.test(left)) return null;
  return kindOfValue(only.childForFieldName("right"));
}

function nameOf(node: Node): Node | null {
  if (node.type === "property_identifier") return node;
  if (node.type === "export_statement")
    return node.children.find((one) => one?.type === "default") ?? null;
  if (node.type === "expression_statement") {
    return node.namedChildren[0]?.childForFieldName("left") ?? null;
  }
  return (
    node.childForFieldName("name") ??
    node.childForFieldName("property") ??
    node.childForFieldName("key")
  );
}

/** JavaScript, TypeScript and their dialects with JSX. */
export const javascript: SymbolRules = {
  nodes: {
    ...all("function_declaration generator_function_declaration function_signature", "function"),
    ...all("class_declaration abstract_class_declaration", "class"),
    ...all("internal_module module", "namespace"),
    ...all("method_definition method_signature abstract_method_signature", "method"),
    ...all("public_field_definition field_definition property_signature", "field"),
    interface_declaration: "interface",
    type_alias_declaration: "type",
    enum_declaration: "enum",
    // The members of an enum.
    ...all("enum_assignment property_identifier", "member"),
    variable_declarator: declared,
    export_statement: exported,
    expression_statement: stated,
    pair: (node) => (kindOfValue(node.childForFieldName("value")) === "function" ? "method" : null),
    ...all("lexical_declaration variable_declaration ambient_declaration", "around"),
    ...all("class_body interface_body enum_body statement_block class", "inside"),
    // `const tool = defineTool({ execute() {} })`
    ...all("object call_expression arguments assignment_expression", "inside"),
  },
  nameOf,
  // A list, as in `export { a }`, may name any of them.
  exportsOf: (text) =>
    /^export\s(?!\s*[{*])/m.test(text) && !/^export\s*\{/m.test(text)
      ? (signature) => signature.startsWith("export")
      : () => true,
};
