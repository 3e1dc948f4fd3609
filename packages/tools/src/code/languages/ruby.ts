import type { Node } from "@vscode/tree-sitter-wasm";
import { all, type Meaning, type SymbolRules } from "./rules.ts";

const methods = new Set(["method", "singleton_method"]);

/** `private def a` */
function called(node: Node): Meaning {
  const given = node.childForFieldName("arguments")?.namedChild(0);
  return given && methods.has(given.type) ? "around" : null;
}

export const ruby: SymbolRules = {
  nodes: {
    module: "namespace",
    class: "class",
    ...all("method singleton_method", "function"),
    assignment: (node) => (node.childForFieldName("left")?.type === "constant" ? "constant" : null),
    call: called,
    argument_list: "around",
    ...all("body_statement singleton_class", "inside"),
  },
  nameOf: (node) => node.childForFieldName("name") ?? node.childForFieldName("left"),
};
