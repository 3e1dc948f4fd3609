import { all, type SymbolRules } from "./rules.ts";

export const bash: SymbolRules = {
  nodes: {
    function_definition: "function",
    // Only those that are exported, read-only or declared: others are assigned again and again.
    variable_assignment: (_, parentType) =>
      parentType === "declaration_command" ? "variable" : null,
    declaration_command: "around",
    ...all("if_statement else_clause", "inside"),
  },
};
