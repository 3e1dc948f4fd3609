import { isRecord } from "../is-record.ts";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const sayableTypes: readonly unknown[] = ["string", "integer", "boolean"];

/**
 * Why the `x-mcp-header` fields of a tool's input schema are invalid; a client must not call such a tool.
 * Null when they are valid.
 *
 * Source: MCP 2026-07-28, streamable HTTP, "Schema Extension".
 */
export function parameterHeaderFault(schema: unknown): string | null {
  const seen = new Set<string>();
  const visit = (node: unknown, path: readonly string[], isParameter: boolean): string | null => {
    if (Array.isArray(node)) return firstOf(node, (child) => visit(child, path, false));
    if (!isRecord(node)) return null;
    if ("x-mcp-header" in node) {
      const fault = faultOf(node, isParameter && path.length > 0, seen);
      if (fault !== null) return `its parameter '${path.join(".")}' ${fault}`;
    }
    return firstOf(Object.entries(node), ([key, child]) => {
      if (key === "properties" && isRecord(child)) {
        return firstOf(Object.entries(child), ([name, property]) =>
          visit(property, [...path, name], isParameter),
        );
      }
      return notSchemas.has(key) ? null : visit(child, [...path, key], false);
    });
  };
  return visit(schema, [], true);
}

/** Keywords that hold values, where the field has no meaning. */
const notSchemas: ReadonlySet<string> = new Set(["default", "const", "enum", "examples"]);

function faultOf(
  { "x-mcp-header": name, type }: Readonly<Record<string, unknown>>,
  isParameter: boolean,
  seen: Set<string>,
): string | null {
  if (!isParameter) return "cannot be sent as a header: only plain properties can";
  if (typeof name !== "string" || !token.test(name)) return "has an invalid header name";
  if (!sayableTypes.includes(type))
    return "cannot be sent as a header: it is not a string, integer or boolean";
  if (seen.has(name.toLowerCase())) return `uses the header '${name}', as another parameter does`;
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
