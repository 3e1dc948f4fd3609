import { resolve } from "node:path";
import type { FixtureFiles } from "../fixture-files.ts";
import { createMemoryWorkspace } from "../memory-workspace/memory-workspace.ts";
import type { ContractWorld } from "./options.ts";

/**
 * A world in memory with the same files under the same paths as the directory. Actions outside the workspace
 * hit the real directory and are observed there.
 */
export function openMemoryWorld(directory: string, files: FixtureFiles): ContractWorld {
  const absolute = Object.entries(files).map(([path, entry]) => [resolve(directory, path), entry]);
  const workspace = createMemoryWorkspace({
    roots: [directory],
    files: Object.fromEntries(absolute) as FixtureFiles,
  });
  return { workspace };
}
