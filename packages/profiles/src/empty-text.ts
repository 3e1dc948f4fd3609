/**
 * What a model means by an empty text to replace: in some sets of tools it creates the file. Says
 * which tool does that; undefined for any other input.
 */
export function explainEmptyText(
  given: unknown,
  field: string,
  writeTool: string,
): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const value: unknown = Reflect.get(given, field);
  if (value !== "") return undefined;
  return `An empty ${field} is nowhere in a file. To create one, or to write it all anew, use '${writeTool}'.`;
}
