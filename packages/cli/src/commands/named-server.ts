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
      `The MCP server '${name}' in ${found.path}:${found.line}:${found.column} isn't used: ${found.reason ?? found.state}.`,
    );
  }
  const names = servers.servers.map((each) => each.name);
  const known = names.length === 0 ? "There are none." : `Known: ${names.join(", ")}.`;
  throw usageError(`There is no MCP server '${name}'. ${known}`);
}
