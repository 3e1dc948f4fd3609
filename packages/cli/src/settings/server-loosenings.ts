const maxShown = 200;

/**
 * What the MCP servers of a project would do once it is trusted, a few words each, as
 * `starts the MCP server github: npx -y @scope/server`. Placeholders are shown as they are written.
 */
export function serverLoosenings(entries: unknown): readonly string[] {
  return fieldsOf(entries).flatMap(([name, entry]) => {
    const fields = new Map(fieldsOf(entry));
    if (fields.get("enabled") === false || fields.get("disabled") === true) return [];
    const { command, url } = {
      command: fields.get("command"),
      url: fields.get("httpUrl") ?? fields.get("url"),
    };
    if (typeof command === "string") {
      return [
        `starts the MCP server ${name}: ${shortened([command, ...wordsIn(fields.get("args"))].join(" "))}`,
      ];
    }
    if (typeof url === "string") return [`uses the MCP server ${name} at ${shortened(url)}`];
    return [`names an MCP server ${name}`];
  });
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function wordsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
