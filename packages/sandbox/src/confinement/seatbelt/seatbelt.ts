import { existsSync, realpathSync, rmSync } from "node:fs";
import { ToolError } from "@toolwright/core";
import type { SandboxProfile } from "@toolwright/core/ports";
import type { NetworkProxy } from "../../network/network-proxy.ts";
import { proxyVariables } from "../../network/proxy-variables.ts";
import type {
  ConfinableCommand,
  ConfinedCommand,
  SandboxAvailability,
  SandboxBackend,
} from "../sandbox-backend.ts";
import { makeTemporaryDirectory } from "../temporary-directory.ts";
import { seatbeltProbe } from "./seatbelt-probe.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

const sandboxExec = "/usr/bin/sandbox-exec";

/** Sandboxes commands with seatbelt on macOS. The profile itself protects missing paths. */
export function createSeatbelt(): SandboxBackend {
  let probed: Promise<SandboxAvailability> | undefined;
  return {
    name: "seatbelt",
    available() {
      probed ??= tryOut();
      return probed;
    },
    wrap,
  };
}

async function tryOut(): Promise<SandboxAvailability> {
  if (process.platform !== "darwin") {
    return { ok: false, reason: `Seatbelt needs macOS; this is ${process.platform}.` };
  }
  if (!existsSync(sandboxExec)) return { ok: false, reason: `${sandboxExec} does not exist.` };
  const failure = await seatbeltProbe(wrap);
  return failure === null ? { ok: true } : { ok: false, reason: `${sandboxExec} ${failure}` };
}

async function wrap(command: ConfinableCommand, profile: SandboxProfile): Promise<ConfinedCommand> {
  if (profile.views !== undefined && profile.views.length > 0) {
    throw new ToolError(
      "command-failed",
      "Nothing was run: a view stands for a root of the workspace, and macOS can't show commands one directory in place of another.",
    );
  }
  const temporaryDirectory = makeTemporaryDirectory("command");
  const { network } = profile;
  const proxy = await openProxy(network);
  const port = proxy?.port;
  const text = seatbeltProfile({
    profile: withRealPaths(profile),
    network: port === undefined ? (network === "on" ? "on" : "off") : { port },
    temporaryDirectory,
  });
  return {
    program: sandboxExec,
    arguments: ["-p", text, command.program, ...command.arguments],
    environment: {
      ...command.environment,
      TMPDIR: temporaryDirectory,
      ...(port === undefined ? {} : proxyVariables(port)),
    },
    tree: "group",
    reports: false,
    denials: () => proxy?.denials() ?? [],
    async release() {
      await proxy?.close();
      try {
        rmSync(temporaryDirectory, { recursive: true, force: true });
      } catch {
        // The command left something unremovable; the system clears it some day.
      }
    },
  };
}

async function openProxy(network: SandboxProfile["network"]): Promise<NetworkProxy | null> {
  if (typeof network === "string") return null;
  const { openNetworkProxy } = await import("../../network/network-proxy.ts");
  return openNetworkProxy(network, { port: 0 });
}

function withRealPaths(profile: SandboxProfile): Omit<SandboxProfile, "network"> {
  const { writablePaths, readOnlyPaths = [], maskedPaths = [] } = profile;
  const { hiddenPaths = [], readablePaths = [] } = profile;
  return {
    writablePaths: writablePaths.map(realOrSame),
    readOnlyPaths: readOnlyPaths.flatMap(bothPaths),
    maskedPaths: maskedPaths.flatMap(bothPaths),
    hiddenPaths: hiddenPaths.map(realOrSame),
    readablePaths: readablePaths.map(realOrSame),
  };
}

/** A path and its link target: both are protected. */
function bothPaths(path: string): string[] {
  return [...new Set([path, realOrSame(path)])];
}

function realOrSame(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
