import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The repository's root folder. */
export const root: string = dirname(import.meta.dirname);

/** The folders below `packages/`, as paths relative to the repository's root. */
export function packageFolders(repository: string = root): string[] {
  return readdirSync(join(repository, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `packages/${entry.name}`);
}

/** The lowest Node that the packages promise to run on, as `engines` says: `22.22.2`. */
export const oldestNode: string = (
  JSON.parse(readFileSync(join(root, "packages", "core", "package.json"), "utf8")) as {
    engines: { node: string };
  }
).engines.node.replace(">=", "");

export type CommandResult = { readonly status: number; readonly output: string };

/**
 * Runs an installed tool by its name and waits for it.
 *
 * With `isQuiet`, `output` collects both of its streams; otherwise it shares our terminal and `output` is
 * empty. Never throws for a failed tool: see `status`.
 */
export function runTool(
  name: string,
  words: readonly string[],
  options: { isQuiet?: boolean; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(name, words, {
    cwd: options.cwd ?? root,
    stdio: options.isQuiet ? ["ignore", "pipe", "pipe"] : "inherit",
    // Installed tools are .cmd files on Windows, and those start only through a shell.
    shell: process.platform === "win32",
    env: { ...process.env, PATH: toolPath() },
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ status: 127, output: `${output}${error.message}\n` }));
    child.on("close", (status) => resolve({ status: status ?? 1, output }));
  });
}

function toolPath(): string {
  return [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
}
