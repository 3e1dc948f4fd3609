/**
 * Explains an empty text to replace, which creates the file in some sets of tools. Names the tool that
 * does so here; undefined for any other input.
 */
export function explainEmptyText(
  given: unknown,
  field: string,
  writeTool: string,
): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const value: unknown = Reflect.get(given, field);
  if (value !== "") return undefined;
  return `An empty ${field} matches nothing. To create or replace a whole file, use '${writeTool}'.`;
}
