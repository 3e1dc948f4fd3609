import type { Environment } from "@toolwright/core";

/** The variables of this process, or of the given record, as they are at each look. */
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
