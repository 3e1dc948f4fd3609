import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * The bound unix sockets of all kinds that have a file. Neither a network namespace nor a read-only mount
 * prevents connections to them.
 *
 * The kernel's table lists a socket bound by a relative path without its directory, so the working
 * directories of all processes are tried. Names that begin with `@` count as abstract; network namespaces
 * isolate those. Source: proc_net_unix in the kernel's documentation of /proc.
 */
export function boundSockets(
  table: string = readTable(),
  findDirectories: () => Iterable<string> = workingDirectories,
): string[] {
  const names = boundNames(table);
  const absolute = names.filter((name) => name.startsWith("/"));
  const relative = names.filter((name) => !name.startsWith("/"));
  const directories = relative.length === 0 ? [] : [...findDirectories()];
  const candidates = directories.flatMap((directory) =>
    relative.map((name) => join(directory, name)),
  );
  return [...new Set([...absolute, ...candidates.slice(0, maxLooks)])].filter(isSocket);
}

const maxLooks = 10_000;

/**
 * `Num: RefCount Protocol Flags Type St Inode Path`. The name is unescaped, even its line breaks.
 */
const row = /^[\da-f]+: [\dA-F]{8} [\dA-F]{8} [\dA-F]{8} [\dA-F]{4} [\dA-F]{2} +\d+ ([^@][^]*)$/;

/** The longest name has 108 bytes, and each line break takes one. */
const maxLines = 108;

function boundNames(table: string): readonly string[] {
  const lines = table.split("\n");
  const names = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const [, first] = row.exec(line) ?? [];
    if (first === undefined) continue;
    names.add(first);
    // The next line may be another row or part of this name, since a name can look like a row. Both are
    // taken, because only real sockets are kept.
    let name = first;
    for (const more of lines.slice(index + 1, index + maxLines)) {
      name += `\n${more}`;
      if (Buffer.byteLength(name) > maxLines) break;
      names.add(name);
    }
  }
  return [...names];
}

function readTable(): string {
  try {
    return readFileSync("/proc/net/unix", "utf8");
  } catch {
    // This kernel has no unix sockets, or there is no /proc.
    return "";
  }
}

function workingDirectories(): Iterable<string> {
  const directories = new Set<string>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      directories.add(readlinkSync(`/proc/${name}/cwd`));
    } catch {
      // The process has ended or belongs to another user.
    }
  }
  return directories;
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
  } catch {
    return false;
  }
}
