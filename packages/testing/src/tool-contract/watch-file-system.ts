import type * as FileSystem from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isAtOrBelow } from "@toolwright/core/internal";
import type { PathAccess, PathOperationSeen } from "./access.ts";
import { isChange } from "./access.ts";
import { currentContext, observe } from "./observation.ts";

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;
type FunctionTable = Record<string, unknown>;

interface PathUse {
  readonly argument: number;
  readonly operation: PathOperationSeen;
  /** Whether a link at the end is not followed. */
  readonly isEntry?: boolean;
  readonly isRecursive?: boolean;
}

/** The access of each function of `node:fs` by argument, the same for its three styles. */
const uses: Readonly<Record<string, readonly PathUse[]>> = {
  access: [{ argument: 0, operation: "inspect" }],
  exists: [{ argument: 0, operation: "inspect" }],
  stat: [{ argument: 0, operation: "inspect" }],
  lstat: [{ argument: 0, operation: "inspect", isEntry: true }],
  statfs: [{ argument: 0, operation: "inspect" }],
  realpath: [{ argument: 0, operation: "inspect" }],
  readlink: [{ argument: 0, operation: "inspect", isEntry: true }],
  watch: [{ argument: 0, operation: "inspect" }],
  watchFile: [{ argument: 0, operation: "inspect" }],
  readFile: [{ argument: 0, operation: "read" }],
  openAsBlob: [{ argument: 0, operation: "read" }],
  createReadStream: [{ argument: 0, operation: "read" }],
  readdir: [{ argument: 0, operation: "list" }],
  opendir: [{ argument: 0, operation: "list" }],
  copyFile: [
    { argument: 0, operation: "read" },
    { argument: 1, operation: "write" },
  ],
  cp: [
    { argument: 0, operation: "read" },
    { argument: 1, operation: "write" },
  ],
  link: [
    { argument: 0, operation: "read", isEntry: true },
    { argument: 1, operation: "write", isEntry: true },
  ],
  mkdir: [{ argument: 0, operation: "make" }],
  mkdtemp: [{ argument: 0, operation: "make" }],
  mkdtempDisposable: [{ argument: 0, operation: "make" }],
  writeFile: [{ argument: 0, operation: "write" }],
  appendFile: [{ argument: 0, operation: "write" }],
  createWriteStream: [{ argument: 0, operation: "write" }],
  truncate: [{ argument: 0, operation: "write" }],
  chmod: [{ argument: 0, operation: "write" }],
  chown: [{ argument: 0, operation: "write" }],
  utimes: [{ argument: 0, operation: "write" }],
  lchmod: [{ argument: 0, operation: "write", isEntry: true }],
  lchown: [{ argument: 0, operation: "write", isEntry: true }],
  lutimes: [{ argument: 0, operation: "write", isEntry: true }],
  symlink: [{ argument: 1, operation: "write", isEntry: true }],
  rename: [
    { argument: 0, operation: "delete", isEntry: true },
    { argument: 1, operation: "write", isEntry: true },
  ],
  unlink: [{ argument: 0, operation: "delete", isEntry: true }],
  rmdir: [{ argument: 0, operation: "delete", isEntry: true }],
  rm: [{ argument: 0, operation: "delete", isEntry: true }],
};

const require = createRequire(import.meta.url);
const fs = require("node:fs") as FunctionTable & { readonly promises: FunctionTable };

// Captured before patching.
const { realpathSync, lstatSync, readlinkSync, constants } = fs as unknown as Pick<
  typeof FileSystem,
  "realpathSync" | "lstatSync" | "readlinkSync" | "constants"
>;

/**
 * Patches `node:fs` to observe a tool's use of paths: synchronous functions, callbacks, promises, `open` by
 * its flags, and streams through `open`. Earlier named imports are covered as well.
 *
 * A tool's change outside `base` is recorded and fails with EPERM, to protect the test machine.
 */
export function watchFileSystem(base: string): void {
  for (const [name, list] of Object.entries(uses)) {
    patch(name, (values) => list.map((use) => accessOf(name, use, values)));
  }
  patch("open", (values) => [openAccess(values)]);
  patch("glob", (values) => [globAccess(values)]);
  syncBuiltinESMExports();

  function patch(name: string, accessesOf: (values: readonly unknown[]) => Seen[]): void {
    wrap(fs, name, accessesOf, `fs.${name}`);
    wrap(fs, `${name}Sync`, accessesOf, `fs.${name}Sync`);
    wrap(fs.promises, name, accessesOf, `fs.promises.${name}`);
  }

  function wrap(
    table: FunctionTable,
    name: string,
    accessesOf: (values: readonly unknown[]) => Seen[],
    via: string,
  ): void {
    const original = table[name];
    if (typeof original !== "function") return;
    const wrapped: AnyFunction = function (...values) {
      const context = currentContext();
      if (context === undefined || context.isInfrastructure) {
        return Reflect.apply(original, this, values);
      }
      const accesses = accessesOf(values).filter((seen) => seen !== null);
      for (const access of accesses) observe({ ...access, via });
      const forbidden = accesses.find(
        (access) => isChange({ ...access, via }) && !isAtOrBelow(access.places[0], base),
      );
      if (forbidden === undefined) return Reflect.apply(original, this, values);
      return fail(via, forbidden.places[0], values);
    };
    // Preserves `realpath.native`, `exists[promisify.custom]` and `length`.
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(original))) {
      Object.defineProperty(wrapped, key, property);
    }
    const native: unknown = Reflect.get(original, "native");
    if (typeof native === "function") {
      const nativeTable: FunctionTable = { native };
      wrap(nativeTable, "native", accessesOf, `${via}.native`);
      Reflect.set(wrapped, "native", nativeTable["native"]);
    }
    table[name] = wrapped;
  }
}

/** The error message for a change outside the kit's directory. */
export const noChangeText = "the contract kit allows no change outside its directory";

type Seen = Omit<PathAccess, "via"> | null;

function fail(via: string, path: string, values: readonly unknown[]): unknown {
  const error = Object.assign(new Error(`EPERM: ${noChangeText}: ${path}`), {
    code: "EPERM",
    path,
  });
  if (via.includes(".promises.")) return Promise.reject(error);
  const callback = values.at(-1);
  if (via.endsWith("Sync") || typeof callback !== "function") throw error;
  setImmediate(() => Reflect.apply(callback, undefined, [error]));
  return undefined;
}

function accessOf(name: string, use: PathUse, values: readonly unknown[]): Seen {
  const path = pathOf(values[use.argument]);
  if (path === null) return null;
  const isTemporary = name.startsWith("mkdtemp");
  const places = placesOf(isTemporary ? `${path}XXXXXX` : path, use.isEntry === true);
  const isRecursive = isRecordWith(values[use.argument + 1], "recursive", true);
  const { operation } = use;
  return { type: "path", operation, places, ...(isRecursive && { isRecursive }) };
}

/** Whether `open` reads, writes or both, by its flags. */
function openAccess(values: readonly unknown[]): Seen {
  const path = pathOf(values[0]);
  if (path === null) return null;
  const flags = typeof values[1] === "string" || typeof values[1] === "number" ? values[1] : "r";
  const isWrite =
    typeof flags === "string"
      ? /[wa+]/.test(flags)
      : (flags &
          (constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC)) !==
        0;
  return {
    type: "path",
    operation: isWrite ? "write" : "read",
    places: placesOf(path, false),
  };
}

function globAccess(values: readonly unknown[]): Seen {
  const options = values[1];
  const cwd =
    typeof options === "object" && options !== null && "cwd" in options ? options.cwd : ".";
  const path = pathOf(cwd) ?? ".";
  return { type: "path", operation: "list", places: placesOf(path, false), isRecursive: true };
}

/** Null for a descriptor or another non-path, which was opened before. */
function pathOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value instanceof URL && value.protocol === "file:") return fileURLToPath(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString() : null;
}

function placesOf(path: string, isEntry: boolean): [string, ...string[]] {
  const absolute = resolve(path);
  const followed = follow(absolute);
  if (!isEntry) return [followed];
  const own = join(follow(dirname(absolute)), basename(absolute));
  return own === followed ? [own] : [own, followed];
}

/** Follows links as far as the path exists; a dangling one resolves to its target's path. */
function follow(path: string, linksLeft = 40): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || linksLeft === 0) return path;
    const own = join(follow(parent, linksLeft - 1), basename(path));
    return isLink(own) ? follow(resolve(dirname(own), readlinkSync(own)), linksLeft - 1) : own;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // The path does not exist.
    return false;
  }
}

function isRecordWith(value: unknown, field: string, wanted: unknown): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, field) === wanted;
}
