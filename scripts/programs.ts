// Runs every program in a folder, or the named ones, one after the other and each in its own
// process: `node scripts/programs.ts examples`, `node scripts/programs.ts bench dispatch`.
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root, runTool } from "./repository.ts";

const [folder = "", ...wanted] = process.argv.slice(2);
const programs = entriesOf(folder)
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => basename(entry.name, ".ts"))
  .filter((name) => !name.endsWith(".test"))
  .sort();
if (programs.length === 0) {
  console.error(`There is no program in ${folder}/.`);
  process.exit(1);
}
const unknown = wanted.filter((name) => !programs.includes(name));
if (unknown.length > 0) {
  console.error(`No ${unknown.join(", ")} in ${folder}. There are: ${programs.join(", ")}`);
  process.exit(2);
}

const failed: string[] = [];
const chosen = wanted.length > 0 ? wanted : programs;
for (const name of chosen) {
  console.log(`\n${folder}/${name}.ts`);
  const { status } = await runTool(process.execPath, [join(folder, `${name}.ts`)]);
  if (status !== 0) failed.push(name);
}
console.log(`\n${folder}: ${chosen.length - failed.length} ran, ${failed.length} went wrong`);
for (const name of failed) console.log(`  ${folder}/${name}.ts`);
process.exitCode = failed.length === 0 ? 0 : 1;

function entriesOf(name: string): Dirent[] {
  const path = join(root, name);
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
}
