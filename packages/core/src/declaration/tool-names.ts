import type { DeclarableTool } from "./declarable-tool.ts";

/** The declared names of tools, by their names in rules. */
export type ToolNames = ReadonlyMap<string, string>;

// As in "use {tool:edit_file} for a part of a file".
const placeholder = /\{tool:([A-Za-z0-9_-]+)\}/g;

/** The names of these tools. If several present one tool: its own name, otherwise the first. */
export function toolNamesOf(tools: readonly DeclarableTool[]): ToolNames {
  const names = new Map<string, string>();
  for (const { name, aliasOf = name } of tools) {
    if (!names.has(aliasOf) || name === aliasOf) names.set(aliasOf, name);
  }
  return names;
}

/**
 * A tool whose description names other tools as the model knows them: `{tool:NAME}` becomes the name under which
 * that tool is shown. A sentence about a tool that isn't shown is left out.
 */
export function nameTools(tool: DeclarableTool, names: ToolNames): DeclarableTool {
  // The texts of servers and commands stay as they are.
  if (tool.source !== "builtin" && tool.source !== "custom") return tool;
  const value = nameInText(tool.description, names);
  if (value === tool.description) return tool;
  // The output schema is made on demand, so a copy must not read it.
  const own = {
    ...Object.getOwnPropertyDescriptors(tool),
    description: { value, enumerable: true },
  };
  return Object.defineProperties({}, own) as DeclarableTool;
}

/** Like `nameTools`, for one text. */
export function nameInText(text: string, names: ToolNames): string {
  if (!text.includes("{tool:")) return text;
  return text
    .split("\n")
    .flatMap((line) => {
      if (!line.includes("{tool:")) return [line];
      const [, mark = "", body = ""] = /^(\s*(?:- )?)(.*)$/s.exec(line) ?? [];
      const kept = body.split(/(?<=[.!?]) +/).filter((sentence) => areShown(sentence, names));
      return kept.length === 0 ? [] : [mark + kept.join(" ")];
    })
    .join("\n")
    .replaceAll(placeholder, (whole, name: string) => names.get(name) ?? whole);
}

function areShown(sentence: string, names: ToolNames): boolean {
  return Array.from(sentence.matchAll(placeholder)).every(([, name = ""]) => names.has(name));
}
