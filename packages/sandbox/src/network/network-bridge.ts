import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { NetworkPolicy } from "@toolwright/core";
import type { SandboxDenial } from "@toolwright/core/ports";
import { makeTemporaryDirectory } from "../confinement/temporary-directory.ts";
import { openNetworkProxy } from "./network-proxy.ts";
import { proxyVariables } from "./proxy-variables.ts";

/** Connects a network namespace that has only a loopback to a proxy outside. */
export interface NetworkBridge {
  /** Files to mount at these paths inside. */
  readonly files: readonly { readonly from: string; readonly at: string }[];
  /**
   * Placed before the command inside: forwards a port of its loopback to the socket and runs the command.
   */
  readonly relay: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  denials(): readonly SandboxDenial[];
  close(): Promise<void>;
}

/** No other program uses that loopback. */
const port = 3_128;
const socketInside = "/run/toolwright-proxy";
const nodeInside = "/run/toolwright-node";

/**
 * Opens a proxy on a unix socket, the only exit from a namespace without a network.
 *
 * The relay inside is a short script for the Node that runs us, which takes about 40 ms to start. No other
 * program is certain to exist there.
 */
export async function openNetworkBridge(decider: NetworkPolicy): Promise<NetworkBridge> {
  const place = makeTemporaryDirectory("proxy");
  const path = join(place, "socket");
  try {
    const proxy = await openNetworkProxy(decider, { path });
    return {
      files: [
        { from: path, at: socketInside },
        { from: realpathSync(process.execPath), at: nodeInside },
      ],
      relay: [nodeInside, "-e", relay, "--"],
      environment: proxyVariables(port),
      denials: () => proxy.denials(),
      async close() {
        await proxy.close();
        rmSync(place, { recursive: true, force: true });
      },
    };
  } catch (thrown) {
    rmSync(place, { recursive: true, force: true });
    throw thrown;
  }
}

// Ignores signals meant for the command, and ends with its status.
const relay = `
const { spawn } = require("node:child_process");
const { connect, createServer } = require("node:net");
const { constants } = require("node:os");
for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(name, () => {});
const server = createServer({ allowHalfOpen: true }, (inside) => {
  const outside = connect({ path: "${socketInside}", allowHalfOpen: true });
  const end = () => { inside.destroy(); outside.destroy(); };
  for (const socket of [inside, outside]) socket.on("error", end);
  inside.pipe(outside);
  outside.pipe(inside);
});
server.listen(${port}, "127.0.0.1", () => {
  const [program, ...words] = process.argv.slice(1);
  const child = spawn(program, words, { stdio: "inherit" });
  child.on("error", () => process.exit(127));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
`;
