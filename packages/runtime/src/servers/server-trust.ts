import type { PolicyLayer, Rule } from "@toolwright/core";
import type { FoundServer, ReadServers } from "@toolwright/mcp/configuration";

/** The rule that a person's `trust` of a server stands for, and where it is written. */
export interface ServerTrustRule {
  readonly layer: FoundServer["layer"];
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly rule: Rule;
}

/**
 * `allow mcp(NAME/*)` for each server in force that its own entry, of a person or the administrator,
 * says to trust. Where another file's entry of the name is in force, or the server that runs is
 * another than the settings name by now, the word isn't about that one.
 *
 * Shapes: `running` has the identity of each server of the session, by name; without it those of
 * `read` run.
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

/** The same as layers of a policy. */
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
