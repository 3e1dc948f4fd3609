// `npm run check`: all static checks of the code.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageFolders, root, runTool } from "./repository.ts";

type Check = { readonly name: string; readonly commands: readonly (readonly string[])[] };

/** The folders to lint, so that stray files are skipped. */
const folders = ["packages", "e2e", "bench", "examples", "scripts"].filter((folder) =>
  existsSync(join(root, folder)),
);

const checks: readonly Check[] = [
  { name: "build", commands: [["node", "scripts/build.ts"]] },
  { name: "format", commands: [["biome", "format", "."]] },
  {
    name: "lint",
    commands: [["oxlint", "--type-aware", "--report-unused-disable-directives", ...folders]],
  },
  { name: "types", commands: [["tsc", "-p", "tsconfig.json"]] },
  { name: "walls", commands: [["node", "scripts/walls.ts"]] },
  { name: "dead code", commands: [["knip", "--no-progress"]] },
  {
    name: "packages",
    commands: packageFolders().map((folder) => ["publint", "run", folder, "--strict"]),
  },
];

const wanted = process.argv.slice(2);
const failed: string[] = [];
for (const check of checks) {
  if (wanted.length > 0 && !wanted.includes(check.name)) continue;
  const start = performance.now();
  const problems = await problemsOf(check);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${problems === "" ? "ok    " : "FAILED"}  ${check.name}  (${seconds} s)`);
  if (problems === "") continue;
  failed.push(check.name);
  console.log(problems.trimEnd().replace(/^/gm, "    "));
}
console.log(failed.length === 0 ? "All checks hold." : `Failed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function problemsOf(check: Check): Promise<string> {
  let problems = "";
  for (const [tool = "", ...words] of check.commands) {
    const { status, output } = await runTool(tool, words, { isQuiet: true });
    if (status !== 0) problems += output.trim() === "" ? `${tool} exits ${status}\n` : output;
  }
  return problems;
}
