import type { Environment } from "@toolwright/core";

/** The current variables of this process, or of the given record. */
export function createEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const get = (name: string): string | undefined =>
    Object.hasOwn(variables, name) ? variables[name] : undefined;
  return {
    names: () =>
      Object.keys(variables)
        .filter((name) => get(name) !== undefined)
        .toSorted(),
    get,
  };
}
