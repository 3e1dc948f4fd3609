import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/** The published package that a configuration really starts. */
export interface LaunchedPackage {
  readonly package: string;
  /** The words after the package's name. */
  readonly arguments: readonly string[];
}

export interface LaunchContext {
  /** The workspace's real roots. */
  readonly roots: readonly string[];
  /** The server's working directory, absolute. */
  readonly cwd: string;
}

/** Variables that change neither the program nor its paths. */
const harmlessVariables: ReadonlySet<string> = new Set([
  "DISABLE_THOUGHT_LOGGING",
  "LANG",
  "MEMORY_FILE_PATH",
  "NO_COLOR",
  "TZ",
]);

/**
 * The package of this list that a configuration certainly starts, otherwise null. Two forms count: `npx [-y]
 * PACKAGE[@VERSION] …` that nothing in the workspace can shadow, and the package's own file installed outside
 * the workspace. The server's name proves nothing.
 */
export function launchedPackage(
  { transport }: Pick<ServerConfiguration, "transport">,
  packages: ReadonlyMap<string, string>,
  context: LaunchContext,
): LaunchedPackage | null {
  if (transport.type !== "stdio" || process.platform === "win32") return null;
  // A search path, registry or preloaded module would start another program.
  if (!Object.keys(transport.environment).every((name) => harmlessVariables.has(name))) return null;
  const { command, arguments: words } = transport;
  if (command === "npx") return byNpx(words, packages, context);
  const [program, ...rest] = isNode(command, context) ? words : [command, ...words];
  if (program === undefined || !isAbsolute(program)) return null;
  const installed = installedPackage(program, packages, context);
  return installed === null ? null : { package: installed, arguments: rest };
}

function isNode(command: string, context: LaunchContext): boolean {
  if (command === "node") return true;
  const real = isAbsolute(command) ? realPath(command) : null;
  return real !== null && basename(real) === "node" && !isInside(real, context.roots);
}

function byNpx(
  words: readonly string[],
  packages: ReadonlyMap<string, string>,
  context: LaunchContext,
): LaunchedPackage | null {
  const [first = "", ...others] = words;
  const isAnswered = first === "-y" || first === "--yes";
  const [wanted = "", ...rest] = isAnswered ? others : words;
  const match = /^(@modelcontextprotocol\/[a-z-]+)(?:@(?:latest|\d+\.\d+\.\d+))?$/.exec(wanted);
  const name = match?.[1];
  const bin = name === undefined ? undefined : packages.get(name);
  if (name === undefined || bin === undefined || isShadowed(name, bin, context)) return null;
  return { package: name, arguments: rest };
}

/**
 * Whether the folder or one above it, inside the workspace, can shadow the package. npx prefers an installed
 * package, a linked program and the folder's own `bin`; `.npmrc` sets the registry.
 */
function isShadowed(name: string, bin: string, { roots, cwd }: LaunchContext): boolean {
  const start = realPath(cwd);
  if (start === null) return true;
  for (let folder = start; isInside(folder, roots); folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    const isThere =
      exists(join(modules, ...name.split("/"))) ||
      exists(join(modules, ".bin", bin)) ||
      exists(join(folder, ".npmrc")) ||
      namesItself(join(folder, "package.json"), name, bin);
    if (isThere) return true;
    if (folder === dirname(folder)) break;
  }
  return false;
}

/** Also true for an unreadable manifest, because npm may read it differently. */
function namesItself(manifest: string, name: string, bin: string): boolean {
  if (!exists(manifest)) return false;
  try {
    const value: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    if (typeof value !== "object" || value === null) return true;
    const fields = new Map<string, unknown>(Object.entries(value));
    const bins = fields.get("bin");
    const isNamed = typeof bins === "object" && bins !== null;
    const names = isNamed ? Object.keys(bins) : [];
    return fields.get("name") === name || names.includes(name) || names.includes(bin);
  } catch {
    return true;
  }
}

/** The installed package that the real path of a program belongs to. */
function installedPackage(
  program: string,
  packages: ReadonlyMap<string, string>,
  { roots }: LaunchContext,
): string | null {
  const real = realPath(program);
  if (real === null || isInside(real, roots)) return null;
  for (const name of packages.keys()) {
    const folder = join("node_modules", ...name.split("/"));
    if (!real.endsWith(`${sep}${join(folder, "dist", "index.js")}`)) continue;
    try {
      const manifest: unknown = JSON.parse(
        readFileSync(join(dirname(dirname(real)), "package.json"), "utf8"),
      );
      const isIt = typeof manifest === "object" && manifest !== null && "name" in manifest;
      return isIt && manifest.name === name ? name : null;
    } catch {
      return null;
    }
  }
  return null;
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some(
    (root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep),
  );
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Without permission to look, it counts as existing.
    return true;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
