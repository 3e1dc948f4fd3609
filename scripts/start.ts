// `npm start`: builds what changed without output, then runs the command line in this process, so
// that the terminal, signals and the exit status are its own.
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "./build.ts";
import { root } from "./repository.ts";

const problem = await build();
if (problem === "") {
  // npm changes to the package's folder, but the user's folder is the workspace.
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  const bin = join(root, "packages", "cli", "bin", "toolwright.cjs");
  process.argv[1] = bin;
  createRequire(import.meta.url)(bin);
} else {
  process.stderr.write(`${problem.trimEnd()}\ntoolwright: the build failed\n`);
  process.exitCode = 1;
}
