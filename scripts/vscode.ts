// `npm run vscode`: packs the extension for VS Code of this platform as editors/vscode/toolwright-vscode-*.vsix. The packages are
// installed into it as a user would, so it needs the npm registry. vsce is kept in node_modules/.cache.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.ts";
import { root, runTool } from "./repository.ts";

const vsce = "@vscode/vsce@4.1.0";
const source = join(root, "editors", "vscode");
const cache = join(root, "node_modules", ".cache", "vsce");
const target = `${process.platform}-${process.arch}`;
const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
const folder = mkdtempSync(join(tmpdir(), "toolwright-vscode-"));

try {
  const problem = (await build()) || (await stage()) || (await installVsce()) || (await pack());
  if (problem !== "") {
    console.error(problem.trimEnd());
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the extension, with the packages that it needs. */
async function stage(): Promise<string> {
  const tarballs = join(folder, "tarballs");
  const extension = join(folder, "extension");
  mkdirSync(tarballs);
  const names = readdirSync(source).filter(
    (name) => !/^(?:src|node_modules|tsconfig\.json|.*\.vsix)$/.test(name),
  );
  for (const name of names) {
    cpSync(join(source, name), join(extension, name), {
      recursive: true,
      filter: (path) => !/\.(?:map|tsbuildinfo|d\.ts)$/.test(path),
    });
  }
  const words = ["pack", "--workspaces", "--ignore-scripts", "--pack-destination", tarballs];
  return (
    (await npm(words, root)) ||
    npm(["install", ...quiet, "--omit=dev", ...needed(tarballs)], extension)
  );
}

/** All but the command line and what is for tests. */
function needed(tarballs: string): readonly string[] {
  return readdirSync(tarballs)
    .filter((name) => !/^toolwright-(?:\d|testing-)/.test(name))
    .map((name) => join(tarballs, name));
}

async function installVsce(): Promise<string> {
  if (existsSync(join(cache, "node_modules", "@vscode", "vsce"))) return "";
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), "{}");
  return npm(["install", ...quiet, vsce], cache);
}

async function pack(): Promise<string> {
  const program = join(cache, "node_modules", "@vscode", "vsce", "vsce");
  const words = [
    program,
    "package",
    "--target",
    target,
    "--skip-license",
    "--allow-missing-repository",
    "--out",
    source,
  ];
  const { status, output } = await runTool(process.execPath, words, {
    isQuiet: true,
    cwd: join(folder, "extension"),
  });
  if (status !== 0) return output;
  console.log(output.trimEnd().split("\n").at(-1));
  return "";
}

async function npm(words: readonly string[], cwd: string): Promise<string> {
  const { status, output } = await runTool("npm", words, { isQuiet: true, cwd });
  return status === 0 ? "" : output;
}
