import type { Session } from "@toolwright/core";

/**
 * The tool of the session that runs command lines, found by what it declares: it executes, and
 * takes a `command`. Undefined when there is none.
 */
export function commandToolOf(session: Pick<Session, "tools">): string | undefined {
  return session.tools.find(({ tool, input }) => {
    const properties = input.jsonSchema["properties"];
    return (
      tool.kind === "execute" &&
      typeof properties === "object" &&
      properties !== null &&
      "command" in properties
    );
  })?.name;
}
