import { readFileSync } from "node:fs";

/** `__SO_ACCEPTCON` of the kernel's socket flags. */
const acceptsConnections = 0x10000;

/**
 * The paths of unix sockets that somebody listens on: a network namespace doesn't keep anybody from
 * them, nor does a read-only mount.
 *
 * Source: proc_net_unix in the kernel's documentation of /proc.
 */
export function listeningSockets(table: string = readTable()): string[] {
  const paths = new Set<string>();
  for (const [, flags = "0", path = ""] of table.matchAll(row)) {
    if ((Number.parseInt(flags, 16) & acceptsConnections) !== 0) paths.add(path);
  }
  return [...paths];
}

/** `Num RefCount Protocol Flags Type St Inode Path`, of which abstract ones have a path with `@`. */
const row = /^\S+: \S+ \S+ (\S+) \S+ \S+ +\S+ (\/.*)$/gm;

function readTable(): string {
  try {
    return readFileSync("/proc/net/unix", "utf8");
  } catch {
    // No unix sockets in this kernel, or no /proc.
    return "";
  }
}
