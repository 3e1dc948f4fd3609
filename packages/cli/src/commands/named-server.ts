import { recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { ServerConfiguration } from "@toolwright/mcp";
import { usageError } from "../errors.ts";
import type { PolicyController } from "./policy-controller.ts";

/**
 * Finds a usable server by name.
 *
 * Errors: CommandError `usage` if the settings have no usable server of that name, with the reason.
 */
export function namedServer(name: string, { servers }: PolicyController): ServerConfiguration {
  const server = servers.servers.find((each) => each.name === name);
  if (server !== undefined) return server;
  const found = servers.found.find((each) => each.name === name);
  if (found !== undefined) {
    throw usageError(
      phrase("The MCP server '{name}' in {path}:{line}:{column} isn't used: {reason}.", {
        name,
        path: found.path,
        line: String(found.line),
        column: String(found.column),
        reason: recorded(found.reason ?? found.state),
      }),
    );
  }
  const names = servers.servers.map((each) => each.name);
  throw noServer(name, names);
}

/** The usage error for a name that no server has. */
export function noServer(name: string, known: readonly string[]): Error {
  return usageError(
    known.length === 0
      ? phrase("There is no MCP server '{name}'. There are none.", { name })
      : phrase("There is no MCP server '{name}'. Known: {known}.", {
          name,
          known: known.join(", "),
        }),
  );
}
