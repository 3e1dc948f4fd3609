import { isFields } from "./content-parts.ts";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const sayableTypes: readonly unknown[] = ["string", "integer", "boolean"];

/**
 * Why a tool's input schema can't be followed in what it says of headers (`x-mcp-header`), which a client
 * must not call then; null when there is nothing against it.
 *
 * Source: MCP 2026-07-28, streamable HTTP, "Schema Extension".
 */
export function parameterHeaderFault(schema: unknown): string | null {
  const seen = new Set<string>();
  const visit = (node: unknown, path: readonly string[], isParameter: boolean): string | null => {
    if (Array.isArray(node)) return firstOf(node, (child) => visit(child, path, false));
    if (!isFields(node)) return null;
    if ("x-mcp-header" in node) {
      const fault = faultOf(node, isParameter && path.length > 0, seen);
      if (fault !== null) return `its parameter '${path.join(".")}' ${fault}`;
    }
    return firstOf(Object.entries(node), ([key, child]) => {
      if (key === "properties" && isFields(child)) {
        return firstOf(Object.entries(child), ([name, property]) =>
          visit(property, [...path, name], isParameter),
        );
      }
      return notSchemas.has(key) ? null : visit(child, [...path, key], false);
    });
  };
  return visit(schema, [], true);
}

/** Values, in which the word means nothing. */
const notSchemas: ReadonlySet<string> = new Set(["default", "const", "enum", "examples"]);

function faultOf(
  { "x-mcp-header": name, type }: Readonly<Record<string, unknown>>,
  isParameter: boolean,
  seen: Set<string>,
): string | null {
  if (!isParameter) return "wants a header where there can be none: only plain properties can";
  if (typeof name !== "string" || !token.test(name))
    return "wants a header that is no header's name";
  if (!sayableTypes.includes(type))
    return "wants a header, and isn't a text, an integer or a boolean";
  if (seen.has(name.toLowerCase())) return `wants the header '${name}', which another one has`;
  seen.add(name.toLowerCase());
  return null;
}

function firstOf<Item>(items: readonly Item[], look: (item: Item) => string | null): string | null {
  for (const item of items) {
    const fault = look(item);
    if (fault !== null) return fault;
  }
  return null;
}
