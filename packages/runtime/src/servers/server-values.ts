import type { Environment } from "@toolwright/core";
import type { ServerConfiguration } from "@toolwright/mcp";

/**
 * The environment plus the values that settings give to servers, mostly keys, which a server may repeat.
 * The redactor finds the secrets among them.
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
    // The token without its scheme is also secret.
    value.replace(/^(?:Bearer|Basic|Token) +/i, ""),
  ]);
}
