import { resolve } from "node:path";
import type { FixtureFiles } from "../fixture-files.ts";
import { createMemoryWorkspace } from "../memory-workspace/memory-workspace.ts";
import type { ContractWorld } from "./options.ts";

/**
 * A world without a disk: the same files under the same paths as in the directory. What a tool does
 * past its workspace happens on the real directory, and is seen there.
 */
export function openMemoryWorld(directory: string, files: FixtureFiles): ContractWorld {
  const absolute = Object.entries(files).map(([path, entry]) => [resolve(directory, path), entry]);
  const workspace = createMemoryWorkspace({
    roots: [directory],
    files: Object.fromEntries(absolute) as FixtureFiles,
  });
  return { workspace };
}
