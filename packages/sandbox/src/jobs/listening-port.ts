import { connect } from "node:net";
import { linkOrNull, listOrNone, readOrNull } from "../process-tree/proc-files.ts";
import { descendantsOf } from "../process-tree/process-tree.ts";

/** Who listens on a TCP port: the command itself, another process, or none. */
export type Listener = "own" | "foreign" | "none";

/**
 * Finds out who listens on a port in the network of a command and its children, which a sandbox may separate.
 * Outside Linux it tries a connection and counts any answer as the command's own.
 */
export async function findListener(port: number, processId: number): Promise<Listener> {
  if (process.platform !== "linux") return (await answers(port)) ? "own" : "none";
  const members = descendantsOf(processId);
  const sockets = new Set(members.flatMap(socketsOf));
  let found: Listener = "none";
  for (const member of oneOfEachNetwork(members)) {
    for (const inode of listenersOn(port, member)) {
      if (sockets.has(inode)) return "own";
      found = "foreign";
    }
  }
  return found;
}

function oneOfEachNetwork(members: readonly number[]): number[] {
  const networks = new Map<string, number>();
  for (const member of members) {
    const network = linkOrNull(`/proc/${member}/ns/net`);
    if (network !== null) networks.set(network, member);
  }
  return [...networks.values()];
}

/** Source: proc_net_tcp in the kernel's documentation; 0A is TCP_LISTEN. */
const row = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) \S+ 0A (?:\S+ +){5}(\d+) /gm;

function listenersOn(port: number, processId: number): string[] {
  return ["tcp", "tcp6"].flatMap((table) =>
    Array.from(
      (readOrNull(`/proc/${processId}/net/${table}`)?.toString("latin1") ?? "").matchAll(row),
    )
      .filter(([, hexadecimal = ""]) => Number.parseInt(hexadecimal, 16) === port)
      .map(([, , inode = ""]) => inode),
  );
}

function socketsOf(processId: number): string[] {
  const directory = `/proc/${processId}/fd`;
  return listOrNone(directory).flatMap((name) => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOrNull(`${directory}/${name}`) ?? "") ?? [];
    return inode ?? [];
  });
}

async function answers(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "::1"]) {
    const socket = connect({ host, port });
    try {
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once("connect", () => resolve(true));
        socket.once("error", () => resolve(false));
        socket.setTimeout(500, () => resolve(false));
      });
      if (isOpen) return true;
    } finally {
      socket.destroy();
    }
  }
  return false;
}
