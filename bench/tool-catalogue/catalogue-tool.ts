/** A tool as a server lists it. */
export interface CatalogueTool {
  readonly server: string;
  /** The server's own name for it. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Parameters with the kind of words that vendors write about them, and without any. */
export function parametersSchema(names: readonly string[]): Readonly<Record<string, unknown>> {
  const properties = Object.fromEntries(
    names.map((name, index) => {
      const words = name
        .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
        .replaceAll(/[_-]/g, " ")
        .toLowerCase();
      const description =
        index % 3 === 2 ? {} : { description: `The ${words} to use for this request` };
      return [name, { type: "string", ...description }];
    }),
  );
  return { type: "object", properties, required: names.slice(0, 2) };
}
