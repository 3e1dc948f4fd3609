import type { Environment } from "@toolwright/core";
import type { ServerConfiguration } from "@toolwright/mcp";

/**
 * The environment, and what settings give to servers besides: keys, mostly, which a server may say again.
 * For who hides secrets, who finds out which of it are.
 */
export function withServerValues(
  environment: Environment,
  servers: readonly ServerConfiguration[],
): Environment {
  const given = new Map(servers.flatMap(({ transport }) => valuesOf(transport)));
  if (given.size === 0) return environment;
  const names = [...new Set([...environment.names(), ...given.keys()])];
  return { names: () => names, get: (name) => environment.get(name) ?? given.get(name) };
}

function valuesOf(
  transport: ServerConfiguration["transport"],
): readonly (readonly [name: string, value: string])[] {
  if (transport.type === "stdio") return Object.entries(transport.environment);
  return Object.entries(transport.headers).map(([name, value]) => [
    `${name.replaceAll("-", "_").toUpperCase()}_TOKEN`,
    // Alone it is no less a secret.
    value.replace(/^(?:Bearer|Basic|Token) +/i, ""),
  ]);
}
