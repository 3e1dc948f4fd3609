// Checks every package with the compiler, which writes the types, then bundles the libraries and the
// command line for quick start-up.
import { bundleCommandLine } from "./bundle.ts";
import { bundleLibraries } from "./bundle-libraries.ts";
import { listTools } from "./list-tools.ts";
import { runTool } from "./repository.ts";

/**
 * Builds what changed. Resolves to an empty text, or to the errors.
 */
export async function build(): Promise<string> {
  const compiled = await runTool("tsc", ["-b", "tsconfig.build.json"], { isQuiet: true });
  if (compiled.status !== 0) return compiled.output;
  const problem = (await bundleLibraries()) || (await bundleCommandLine());
  if (problem !== "") return problem;
  await listTools();
  return "";
}

if (import.meta.main) {
  const problem = await build();
  if (problem !== "") {
    process.stderr.write(`${problem.trimEnd()}\n`);
    process.exitCode = 1;
  }
}
