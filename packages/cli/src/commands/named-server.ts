import type { ServerConfiguration } from "@toolwright/mcp";
import { usageError } from "../errors.ts";
import type { PolicyController } from "./policy-controller.ts";

/**
 * The server that a person names.
 *
 * Errors: CommandError `usage` when the settings name none that could be used, with the reason.
 */
export function namedServer(name: string, { servers }: PolicyController): ServerConfiguration {
  const server = servers.servers.find((each) => each.name === name);
  if (server !== undefined) return server;
  const found = servers.found.find((each) => each.name === name);
  if (found !== undefined) {
    throw usageError(
      `The MCP server '${name}' of ${found.path}:${found.line}:${found.column} isn't used: ${found.reason ?? found.state}.`,
    );
  }
  const names = servers.servers.map((each) => each.name);
  const known = names.length === 0 ? "There is none." : `Known: ${names.join(", ")}.`;
  throw usageError(`No MCP server '${name}'. ${known}`);
}
