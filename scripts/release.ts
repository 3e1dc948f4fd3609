// `npm run release version 0.2.0` gives all packages that version, `npm run release publish v0.2.0` publishes
// them from that tag. With `--dry-run`, npm only says what it would publish.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolders, root, runTool } from "./repository.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Also has the version, and isn't published to npm. */
const extension = "editors/vscode";
const clientInfo = "packages/mcp/src/client-info.ts";

/** Gives the version to every package of the repository at `folder`, and to whatever else names it. */
export function setVersion(folder: string, version: string, date: string): void {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`'${version}' is no version.`);
  const all = [...manifests(folder), readManifest(folder, extension)];
  const names = new Set(all.map(({ manifest }) => manifest.name));
  for (const { path, manifest } of all) {
    const next = (siblings: Manifest["dependencies"]): Manifest["dependencies"] =>
      siblings &&
      Object.fromEntries(
        Object.entries(siblings).map(([name, old]) => [name, names.has(name) ? version : old]),
      );
    const { dependencies, devDependencies } = manifest;
    writeJson(path, {
      ...manifest,
      version,
      ...(dependencies && { dependencies: next(dependencies) }),
      ...(devDependencies && { devDependencies: next(devDependencies) }),
    });
  }
  rewrite(join(folder, clientInfo), /version: ".*"/, `version: "${version}"`);
  rewrite(join(folder, "CHANGELOG.md"), /^## .* \(unreleased\)$/m, `## ${version} (${date})`);
}

function rewrite(path: string, what: RegExp, text: string): void {
  const old = readFileSync(path, "utf8");
  if (!what.test(old)) throw new Error(`${path} has nothing like ${what}.`);
  writeFileSync(path, old.replace(what, text));
}

/** The reasons why nothing may be published from this tag; empty if it may. */
export function problemOfTag(folder: string, tag: string): string {
  const wrong = manifests(folder).filter(({ manifest }) => `v${manifest.version}` !== tag);
  if (wrong.length > 0) {
    return `The tag ${tag} isn't the version of ${wrong.map(({ manifest }) => manifest.name).join(", ")}. Run npm run release version ${tag.slice(1)}, commit it, and tag that commit.`;
  }
  const heading = new RegExp(
    `^## ${tag.slice(1).replaceAll(".", "\\.")} \\(\\d{4}-\\d\\d-\\d\\d\\)$`,
    "m",
  );
  return heading.test(readFileSync(join(folder, "CHANGELOG.md"), "utf8"))
    ? ""
    : `CHANGELOG.md has no heading '## ${tag.slice(1)} (DATE)'.`;
}

/** The packages below `folder`, each after the ones that it depends on. */
export function inOrder(folder: string): readonly Found[] {
  const left = new Map(manifests(folder).map((each) => [each.manifest.name, each]));
  const sorted: Found[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ manifest }) =>
        !Object.keys(manifest.dependencies ?? {}).some((dependency) => left.has(dependency)),
    );
    if (ready.length === 0) throw new Error("The packages depend on each other in a circle.");
    for (const each of ready) left.delete(each.manifest.name);
    sorted.push(...ready);
  }
  return sorted;
}

/** npm compares the repository with the one that the provenance names; it exists only where this runs. */
function nameRepository(repository: string): void {
  for (const { folder, path, manifest } of manifests(root)) {
    const url = `git+https://github.com/${repository}.git`;
    writeJson(path, { ...manifest, repository: { type: "git", url, directory: folder } });
  }
}

async function publish(tag: string, words: readonly string[]): Promise<void> {
  const problem = problemOfTag(root, tag);
  if (problem !== "") throw new Error(problem);
  const repository = process.env["GITHUB_REPOSITORY"];
  if (repository !== undefined) nameRepository(repository);
  for (const { folder, manifest } of inOrder(root)) {
    const name = `${manifest.name}@${manifest.version}`;
    // A release that failed midway goes on where it stopped.
    const known = await runTool("npm", ["view", name, "version"], { isQuiet: true });
    if (known.status === 0 && known.output.includes(manifest.version)) {
      console.log(`${name} is published already`);
      continue;
    }
    const flags = ["--access", "public", "--ignore-scripts", ...words];
    const { status } = await runTool("npm", ["publish", `./${folder}`, ...flags]);
    if (status !== 0) throw new Error(`${name} wasn't published.`);
  }
}

interface Found {
  readonly folder: string;
  readonly path: string;
  readonly manifest: Manifest;
}

/** The packages that are published. */
function manifests(repository: string): readonly Found[] {
  return packageFolders(repository).map((folder) => readManifest(repository, folder));
}

function readManifest(repository: string, folder: string): Found {
  const path = join(repository, folder, "package.json");
  return { folder, path, manifest: JSON.parse(readFileSync(path, "utf8")) as Manifest };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

async function main([command, value = "", ...rest]: readonly string[]): Promise<void> {
  if (command === "version") {
    setVersion(root, value, new Date().toISOString().slice(0, 10));
    const words = ["install", "--package-lock-only", "--ignore-scripts"];
    if ((await runTool("npm", words)).status !== 0) throw new Error("The lockfile is stale.");
  } else if (command === "publish") await publish(value, rest);
  else throw new Error("npm run release version 0.2.0, or npm run release publish v0.2.0");
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
