import type { Session } from "@toolwright/core";

/**
 * The tool of the session that runs command lines, found by what it declares: it executes, and
 * takes a `command` that is a text. Undefined when there is none.
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
