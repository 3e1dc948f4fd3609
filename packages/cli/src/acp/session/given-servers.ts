import type { McpServer } from "@agentclientprotocol/sdk";

/** The MCP servers that a client passes, in the form of the settings, and the names of those that can't be used. */
export function givenServers(servers: readonly McpServer[]): {
  readonly entries: Readonly<Record<string, unknown>>;
  readonly unusable: readonly string[];
} {
  const entries = servers.flatMap((server) => {
    const entry = entryOf(server);
    return entry === null ? [] : [[server.name, entry] as const];
  });
  const unusable = servers.filter((server) => entryOf(server) === null).map(({ name }) => name);
  return { entries: Object.fromEntries(entries), unusable };
}

/** Null for a transport that MCP has given up. */
function entryOf(server: McpServer): object | null {
  if (!("type" in server)) {
    const { command, args, env } = server;
    return { command, args, env: byName(env) };
  }
  if (server.type !== "http") return null;
  return { type: "http", url: server.url, headers: byName(server.headers) };
}

function byName(
  values: readonly { readonly name: string; readonly value: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}
