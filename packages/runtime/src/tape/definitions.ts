import { createRegistry, type RegisteredTool, type Registry } from "@toolwright/core";
import type { ProfileName } from "@toolwright/profiles";
import { type CommandLimits, loadedTools } from "../tools/builtin-tools.ts";
import { sha256 } from "./sha256.ts";

/** A hash of everything that a model is told about a tool. */
export function definitionHash({ declarable }: RegisteredTool): string {
  const { description, inputSchema, outputSchema = null } = declarable;
  return sha256(JSON.stringify({ description, inputSchema, outputSchema }));
}

/** The hashes of a profile's built-in tools, by name. */
export async function builtinDefinitions(
  profile: ProfileName,
  limits: CommandLimits,
): Promise<ReadonlyMap<string, string>> {
  const registry = createRegistry();
  await registry.register(await loadedTools.all(profile, limits), { source: "builtin" });
  return hashesOf(registry.list());
}

/** The hash of each tool whose definition doesn't depend on the session. */
function hashesOf(entries: ReturnType<Registry["list"]>): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ name, tool }) =>
      tool === null ? [] : [[name, definitionHash(tool)] as const],
    ),
  );
}
