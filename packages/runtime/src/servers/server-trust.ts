import type { PolicyLayer, Rule } from "@toolwright/core";
import type { FoundServer, ReadServers } from "@toolwright/mcp/configuration";

/** The rule for a server with `trust`, and its position. */
export interface ServerTrustRule {
  readonly layer: FoundServer["layer"];
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly rule: Rule;
}

/**
 * `allow mcp(NAME/*)` for each server in force whose own entry, in the user's or the administrator's
 * settings, has `trust`. No rule if another file's entry of that name is in force, or if the running
 * server isn't the one in the settings.
 *
 * Shapes: `running` has the identity of each running server by name; by default those of `read`.
 */
export function serverTrustRules(
  { found, identities }: Pick<ReadServers, "found" | "identities">,
  running: ReadonlyMap<string, string> = identities,
): readonly ServerTrustRule[] {
  return found.flatMap(({ name, layer, path, line, column, state, configuration }) => {
    const isTrusted = state === "in-force" && layer !== "project" && configuration?.trust === true;
    if (!isTrusted || running.get(name) !== identities.get(name)) return [];
    return [{ layer, source: path, line, column, rule: { allow: `mcp(${name}/*)` } }];
  });
}

/** The same rules as policy layers. */
export function serverTrustLayers(
  read: Pick<ReadServers, "found" | "identities">,
  running?: ReadonlyMap<string, string>,
): readonly PolicyLayer[] {
  return serverTrustRules(read, running).map(({ layer: name, source, rule }) => ({
    name,
    source,
    rules: [rule],
  }));
}
