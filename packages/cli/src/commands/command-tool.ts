import type { Session } from "@toolwright/core";

/**
 * The session's tool that runs command lines: its kind is `execute`, and its input has a string
 * `command`. Undefined if there is none.
 */
export function commandToolOf(session: Pick<Session, "tools">): string | undefined {
  return session.tools.find(({ tool, input }) => {
    const command = fieldOf(fieldOf(input.jsonSchema, "properties"), "command");
    return tool.kind === "execute" && fieldOf(command, "type") === "string";
  })?.name;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
