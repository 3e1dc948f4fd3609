// Checks the imports of all packages against the rules of .dependency-cruiser.cjs.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, runTool } from "./repository.ts";

type CruiseResult = {
  readonly summary: {
    readonly totalDependenciesCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly comment?: string;
    }[];
  };
};

export type Walls = { readonly dependencyCount: number; readonly violations: readonly string[] };

/** Checks every import below `folder`, which has the repository's layout. */
export async function lookAtWalls(folder: string): Promise<Walls> {
  const places = ["packages", "e2e", "bench", "examples", "scripts"];
  const { output } = await runTool(
    "depcruise",
    [
      `--config=${join(root, ".dependency-cruiser.cjs")}`,
      "--output-type=json",
      ...places.filter((place) => existsSync(join(folder, place))),
    ],
    { cwd: folder, isQuiet: true },
  );
  const { summary } = parse(output);
  return {
    dependencyCount: summary.totalDependenciesCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  };
}

function parse(output: string): CruiseResult {
  try {
    return JSON.parse(output) as CruiseResult;
  } catch (cause) {
    throw new Error(`dependency-cruiser failed: ${output.trim()}`, { cause });
  }
}

if (import.meta.main) {
  const { dependencyCount, violations } = await lookAtWalls(root);
  for (const violation of violations) console.log(violation);
  console.log(`${dependencyCount} dependencies looked at, ${violations.length} violations`);
  if (violations.length > 0 || dependencyCount === 0) process.exitCode = 1;
}
