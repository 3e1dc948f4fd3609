import { writtenServer } from "@toolwright/mcp/configuration";

const maxShown = 200;

/**
 * The servers that a trusted project would use, a few words each, as `starts the MCP server github: npx -y
 * @scope/server`. Placeholders are not resolved.
 */
export function serverLoosenings(entries: unknown): readonly string[] {
  return fieldsOf(entries).flatMap(([name, entry]) => {
    const fields = new Map(fieldsOf(entry));
    if (fields.get("enabled") === false || fields.get("disabled") === true) return [];
    const { text } = writtenServer(entry);
    const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
    return fields.has("command")
      ? [`starts the MCP server ${name}: ${shown}`]
      : [`uses the MCP server ${name} at ${shown}`];
  });
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
