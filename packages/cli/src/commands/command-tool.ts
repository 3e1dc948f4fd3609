import type { Session } from "@toolwright/core";

/**
 * The session's tool that runs command lines: its kind is `execute`, and its input has a string
 * `command`, and the flags. Undefined if there is none.
 */
export function commandToolOf(
  session: Pick<Session, "tools">,
  flags: readonly string[] = [],
): string | undefined {
  return session.tools.find(({ tool, input }) => {
    const fields = fieldOf(input.jsonSchema, "properties");
    const typeOf = (name: string): unknown => fieldOf(fieldOf(fields, name), "type");
    if (tool.kind !== "execute" || typeOf("command") !== "string") return false;
    return flags.every((flag) => typeOf(flag) === "boolean");
  })?.name;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
