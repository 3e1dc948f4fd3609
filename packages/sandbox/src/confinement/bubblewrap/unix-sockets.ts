import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * The unix sockets of files that anybody is bound to, of every kind: a network namespace keeps nobody from
 * them, nor does a read-only mount.
 *
 * A socket that was bound by a relative path is in the kernel's table without its directory, so it is looked
 * for where processes work. Names that begin with `@` count as abstract, which a namespace does hold.
 * Source: proc_net_unix in the kernel's documentation of /proc.
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

/** `Num: RefCount Protocol Flags Type St Inode Path`; a name is written as it is, line breaks and all. */
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
    // What follows may be a row of its own or belong to the name, and a name can look like a row: both are
    // taken, as only real sockets are kept.
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
    // No unix sockets in this kernel, or no /proc.
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
      // It has ended, or is somebody else's.
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
