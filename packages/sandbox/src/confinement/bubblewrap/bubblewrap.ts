import { existsSync, realpathSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { ToolError } from "@toolwright/core";
import { placeIn, placeInside, type SandboxProfile } from "@toolwright/core/ports";
import { pathOf, type Variables } from "../../environment/scrub-environment.ts";
import type { NetworkBridge } from "../../network/network-bridge.ts";
import { isWithin } from "../path-containment.ts";
import type {
  ConfinableCommand,
  ConfinedCommand,
  SandboxAvailability,
  SandboxBackend,
} from "../sandbox-backend.ts";
import { bubblewrapArguments, bubblewrapEnvironment } from "./bubblewrap-arguments.ts";
import { filterFile } from "./filter-file.ts";
import { exportedFunctions, innerShell } from "./inner-shell.ts";
import { type Mount, planMounts } from "./mount-plan.ts";
import { type Placeholder, placePlaceholder } from "./placeholder.ts";
import { probe } from "./probe.ts";
import { inTerminal } from "./in-terminal.ts";
import { boundSockets } from "./unix-sockets.ts";

export interface BubblewrapOptions {
  /** The absolute path of `bwrap`. Default: the system's, otherwise the first on the PATH. */
  readonly program?: string;
  /** The environment whose PATH is searched. Default: that of this process. */
  readonly environment?: Variables;
}

/**
 * Sandboxes commands with bubblewrap on Linux: separate namespaces for processes, mounts, network and users.
 *
 * The backend tries it before use. It is unavailable if `bwrap` fails, is too old or does not really confine.
 */
export function createBubblewrap(options: BubblewrapOptions = {}): SandboxBackend {
  return new Bubblewrap(options);
}

/** Tried before the PATH, which may include folders of a project. */
const systemDirectories = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

const howToInstall =
  "Install bubblewrap 0.8 or later: 'apt install bubblewrap', 'dnf install bubblewrap' or 'pacman -S bubblewrap'.";

const noFilter = `on ${process.arch} there is no filter of system calls: commands reach the host of a virtual machine by vsock, and can leave setuid files`;

class Bubblewrap implements SandboxBackend {
  readonly name = "bubblewrap";
  readonly #program: string | null;
  #probed: Promise<SandboxAvailability> | undefined;

  constructor({ program, environment = process.env }: BubblewrapOptions) {
    this.#program = program ?? findBubblewrap(environment);
  }

  available(): Promise<SandboxAvailability> {
    this.#probed ??= this.#probe();
    return this.#probed;
  }

  async #probe(): Promise<SandboxAvailability> {
    if (process.platform !== "linux") {
      return { ok: false, reason: `bubblewrap needs Linux; this is ${process.platform}.` };
    }
    if (this.#program === null || !existsSync(this.#program)) {
      return { ok: false, reason: `bubblewrap is not installed. ${howToInstall}` };
    }
    const failure = await probe((command, profile) => this.wrap(command, profile));
    if (failure === null) return { ok: true, ...(filterFile() === null && { gap: noFilter }) };
    return { ok: false, reason: `bubblewrap (${this.#program}) ${failure} ${howToInstall}` };
  }

  async wrap(command: ConfinableCommand, profile: SandboxProfile): Promise<ConfinedCommand> {
    const program = this.#programOutside(profile);
    const mounts = planMounts(profile, boundSockets());
    assertInSight(command, mounts);
    const bridge = await openBridge(profile);
    const [toBeMounted, placeholders] = withPlaceholders(mounts);
    const environment = {
      ...command.environment,
      ...temporaryDirectory(command.environment, profile),
      ...bridge?.environment,
    };
    const filter = filterFile();
    const terminal = command.isInTerminal ? inTerminal(filter) : null;
    const enter = profile.views?.find(({ namespace }) => namespace !== undefined)?.namespace?.enter;
    const [start, ...words] = [...(terminal?.outside ?? []), ...(enter ?? []), program];
    return {
      program: start,
      arguments: [
        ...words,
        ...bubblewrapArguments({
          mounts: toBeMounted.map((mount) => asMounted(mount, profile)),
          hasNetwork: profile.network === "on",
          hasFilter: filter !== null,
          // A view's own namespace shows us as root.
          ...(enter !== undefined && { owner: { user: getuid(), group: getgid() } }),
          files: bridge?.files ?? [],
          command: { ...command, environment },
        }),
        ...innerShell,
        ...(terminal?.inside ?? []),
        ...(bridge?.relay ?? []),
        ...exportedFunctions(environment),
        command.program,
        ...command.arguments,
      ],
      environment: bubblewrapEnvironment(environment),
      ...(filter !== null && terminal === null && { descriptor4: filter }),
      tree: "namespace",
      reports: !command.isInTerminal,
      claims: placeholders.flatMap(({ claim }) => claim ?? []),
      denials: () => bridge?.denials() ?? [],
      async release() {
        for (const placeholder of placeholders) placeholder.release();
        await bridge?.close();
      },
    };
  }

  /** Rejects a `bwrap` that a sandboxed command could have replaced. */
  #programOutside({ writablePaths, views }: SandboxProfile): string {
    const program = realpathSync.native(this.#program ?? "/usr/bin/bwrap");
    const places = writablePaths.flatMap((path) => [path, placeIn(views, path)]);
    if (!places.some((place) => isWithin(program, place))) return program;
    throw new ToolError(
      "command-failed",
      "The only bubblewrap on the PATH lies where commands may write, so it isn't used and nothing was run. Install the system's.",
    );
  }
}

/** Loaded on demand: most commands have no network or all of it. */
async function openBridge({ network }: SandboxProfile): Promise<NetworkBridge | null> {
  if (typeof network === "string") return null;
  const { openNetworkBridge } = await import("../../network/network-bridge.ts");
  return openNetworkBridge(network);
}

/** bubblewrap itself runs in the views' namespace, so it finds them by their paths there. */
function asMounted(mount: Mount, { views }: SandboxProfile): Mount {
  return mount.from === undefined ? mount : { ...mount, from: placeInside(views, mount.from) };
}

function getuid(): number {
  return process.getuid?.() ?? 0;
}

function getgid(): number {
  return process.getgid?.() ?? 0;
}

function findBubblewrap(environment: Variables): string | null {
  const path = pathOf({ PATH: environment["PATH"] ?? "" }).filter((entry) => isAbsolute(entry));
  const places = [...systemDirectories, ...path].map((directory) => join(directory, "bwrap"));
  return places.find((place) => existsSync(place)) ?? null;
}

/** Reports errors that bubblewrap or the shell would report in unclear words. */
function assertInSight({ cwd, program }: ConfinableCommand, mounts: readonly Mount[]): void {
  if (!isInSight(cwd, mounts)) {
    throw new ToolError(
      "input-invalid",
      "The directory to run in is hidden from sandboxed commands. Name one of the workspace.",
      { details: { cwd } },
    );
  }
  if (!isInSight(program, mounts)) {
    throw new ToolError(
      "command-not-found",
      `The program '${basename(program)}' is installed where sandboxed commands see nothing. Let them read its directory, or install it for the whole system.`,
      { details: { program } },
    );
  }
}

function isInSight(path: string, mounts: readonly Mount[]): boolean {
  const over = mounts.findLast((mount) => isWithin(path, mount.path));
  const isShown =
    over?.kind === "writable" || over?.kind === "readable" || over?.kind === "read-only";
  return isShown || over?.path === path;
}

/** If we cannot create it, the command cannot either, and no mount is needed. */
function withPlaceholders(mounts: readonly Mount[]): [readonly Mount[], readonly Placeholder[]] {
  const placeholders: Placeholder[] = [];
  const kept = mounts.filter(({ kind, path, from = path }) => {
    if (kind !== "missing") return true;
    const placeholder = placePlaceholder(from);
    if (placeholder !== null) placeholders.push(placeholder);
    return placeholder !== null;
  });
  return [kept, placeholders];
}

/** A directory outside would not be writable inside. */
function temporaryDirectory(
  environment: Readonly<Record<string, string>>,
  { writablePaths }: SandboxProfile,
): Readonly<Record<string, string>> {
  const { TMPDIR } = environment;
  if (TMPDIR === undefined || writablePaths.some((path) => isWithin(TMPDIR, path))) return {};
  return { TMPDIR: "/tmp" };
}
