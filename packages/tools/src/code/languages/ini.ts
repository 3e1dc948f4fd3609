import { childOf, type SymbolRules } from "./rules.ts";

export const ini: SymbolRules = {
  nodes: { section: "section", setting: "field" },
  nameOf(node) {
    const name = childOf(node, "section_name", "setting_name");
    return (name && childOf(name, "text")) ?? name;
  },
};
