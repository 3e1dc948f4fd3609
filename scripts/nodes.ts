// `npm run nodes`: tests the packages on every Node that `engines` promises. Packs and installs them as a
// user would, and under each Node imports every entry, runs every command and opens interactive mode.
// `npm run nodes 22.22.2 26` tests only those.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.ts";
import { problemsUnder } from "./nodes/problems-under.ts";
import { oldestNode, root, runTool } from "./repository.ts";

/** The lowest promised Node, and the newest of each maintained line. */
const promised = [oldestNode, "22", "24", "26"];

/** The most that an installation of everything may take. */
const budget = { packages: 150, megabytes: 150 };

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "toolwright-nodes-"));
const project = join(folder, "project");
try {
  const problem =
    (await build()) || (await install(wanted.length > 0 ? wanted : promised)) || tooMuch();
  process.exitCode = problem === "" ? await tryAll() : 1;
  if (problem !== "") console.error(problem.trimEnd());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tryAll(): Promise<number> {
  let status = 0;
  for (const node of nodes()) {
    const start = performance.now();
    const { version, problems } = await problemsUnder(node, project);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"}  Node ${version}  (${seconds} s)`);
    for (const each of problems) console.log(each.trimEnd().replace(/^/gm, "    "));
    if (problems.length > 0) status = 1;
  }
  return status;
}

/** Installs the packages and the Nodes below `folder`. Resolves to an empty text, or to the errors. */
async function install(versions: readonly string[]): Promise<string> {
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  // The flag keeps npm from building the packages again.
  const words = ["pack", "--workspaces", "--ignore-scripts", "--pack-destination", tarballs];
  const { status, output } = await runTool("npm", words, { isQuiet: true });
  if (status !== 0) return output;
  const packages = readdirSync(tarballs).map((name) => join(tarballs, name));
  const system = process.platform === "win32" ? "win" : process.platform;
  const binaries = versions.map(
    (each) => `node-${each}@npm:node-${system}-${process.arch}@${each}`,
  );
  const problem =
    (await installInto("project", packages)) || (await installInto("nodes", binaries));
  if (problem === "") copyProbes();
  return problem;
}

async function installInto(name: string, what: readonly string[]): Promise<string> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), "{}");
  const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...what];
  const { status, output } = await runTool("npm", words, { isQuiet: true, cwd });
  return status === 0 ? "" : output;
}

/** Empty while what a user installs keeps to its budget, which it prints. */
function tooMuch(): string {
  const files = readdirSync(join(project, "node_modules"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const packages = files.filter((path) =>
    /node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@]+[\\/]package\.json$/.test(path),
  ).length;
  const megabytes = files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
  const found = `${packages} packages, ${megabytes.toFixed(0)} MB installed`;
  if (packages > budget.packages || megabytes > budget.megabytes) {
    return `${found}; at most ${budget.packages} packages and ${budget.megabytes} MB are promised.`;
  }
  console.log(`ok      ${found}`);
  return "";
}

/** Copies these programs next to `node_modules`, so that they find the packages as a user's program does. */
function copyProbes(): void {
  const source = join(root, "scripts", "nodes");
  for (const name of readdirSync(source).filter((each) => each.endsWith(".mjs"))) {
    cpSync(join(source, name), join(project, name));
  }
}

function nodes(): string[] {
  const modules = join(folder, "nodes", "node_modules");
  return readdirSync(modules)
    .filter((name) => name.startsWith("node-"))
    .map((name) => join(modules, name, "bin", "node"));
}
