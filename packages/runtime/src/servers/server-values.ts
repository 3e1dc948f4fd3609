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
  const given = new Map<string, string>();
  for (const [name, value] of servers.flatMap(({ transport }) => valuesOf(transport))) {
    given.set(
      freeName(name, value, [(each) => environment.get(each), (each) => given.get(each)]),
      value,
    );
  }
  if (given.size === 0) return environment;
  const names = [...new Set([...environment.names(), ...given.keys()])];
  return { names: () => names, get: (name) => environment.get(name) ?? given.get(name) };
}

/** Two servers may have different values under one name, and the environment a third. */
function freeName(
  name: string,
  value: string,
  lookups: readonly ((name: string) => string | undefined)[],
): string {
  const isTaken = (each: string): boolean =>
    lookups.some((valueOf) => (valueOf(each) ?? value) !== value);
  let free = name;
  // The end of a name tells whether it is a secret's.
  for (let number = 2; isTaken(free); number += 1) free = `SERVER_${number}_${name}`;
  return free;
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
