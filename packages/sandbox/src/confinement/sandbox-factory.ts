import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type SandboxFactory,
  type Effect,
  isPathEffect,
  type PathEffect,
  ToolError,
  type Workspace,
} from "@toolwright/core";
import { isPathChange, unknownPart } from "@toolwright/core/internal";
import {
  type ConfinedCall,
  listingPlace,
  nameIn,
  placeIn,
  type SandboxProfile,
} from "@toolwright/core/ports";
import { scrubEnvironment, type Variables } from "../environment/scrub-environment.ts";
import { gitBesideMasks } from "./git-beside-masks/git-beside-masks.ts";
import { homeDirectories } from "./home-directories.ts";
import { homeToolPaths } from "./home-tools.ts";
import { isMissing } from "./is-missing.ts";
import { isWithin } from "./path-containment.ts";
import { neverCreatedIn } from "./protected-paths.ts";
import type { SandboxBackend } from "./sandbox-backend.ts";
import { createUpkeeper, type Upkeeper } from "./upkeep/create-upkeep.ts";

export interface SandboxFactoryOptions {
  readonly backend: SandboxBackend;
  /**
   * `required`: nothing runs without a working sandbox. `preferred`: commands then run without one.
   */
  readonly wish: "required" | "preferred";
  readonly workspace: Pick<Workspace, "roots" | "findBelow" | "views">;
  /** The person's home directory, hidden except for programs on the PATH. */
  readonly home: string;
  /** The account's home directory, also hidden. Default: from the system. */
  readonly accountHome?: string;
  /** The environment whose PATH finds programs. */
  readonly environment: Variables;
  /** Real folders outside the workspace that commands may read, except for secrets in them. Default: none. */
  readonly readable?: readonly string[];
  /** Our own settings and state: not writable, and visible only in the roots. */
  readonly ownPaths: readonly string[];
  /** Stores what commands changed against the rules and what was reverted. Never visible. */
  readonly stateDirectory: string;
}

/** The configuration in the home directory that git needs to commit. */
const gitSettings = [".gitconfig", ".config/git/config"] as const;

/** The depth to which roots are searched for secrets. Commands see deeper ones. */
const maxEntries = 50_000;

/**
 * Creates sandbox profiles for calls. Roots are writable if the call may write in them or runs unknown
 * programs; all else is read-only. Secrets and the home directory are hidden except for granted paths. The
 * network is off for commands known not to need it; otherwise each host needs approval. Protected paths
 * directly in a root are read-only; elsewhere they are restored after the command.
 */
export function createSandboxFactory(options: SandboxFactoryOptions): Required<SandboxFactory> {
  const { backend, wish } = options;
  const { views } = options.workspace;
  const listedAt = (place: string): string => listingPlace(views, nameIn(views, place), isMissing);
  const upkeeper = inViews(options.workspace, createUpkeeper(options.stateDirectory, listedAt));
  return {
    expect: (effects) => upkeeper.expect(changedBy(effects)),
    async state() {
      const availability = await backend.available();
      return {
        backend: availability.ok ? backend.name : "none",
        isRequired: wish === "required",
        reason: availability.ok ? (availability.gap ?? null) : availability.reason,
      };
    },
    async profileFor(call) {
      const availability = await backend.available();
      if (availability.ok) return profileOf(call, options, upkeeper);
      if (wish === "preferred") return null;
      throw new ToolError(
        "command-failed",
        `Nothing was run: the settings require a sandbox (shell.sandbox "required"), and none works here. ${availability.reason}`,
      );
    },
  };
}

async function profileOf(
  { effects, mayRead, network }: ConfinedCall,
  {
    workspace,
    home,
    accountHome,
    environment,
    readable = [],
    ownPaths,
    stateDirectory,
  }: SandboxFactoryOptions,
  upkeeper: Upkeeper,
): Promise<SandboxProfile> {
  const { roots } = workspace;
  const homes = homeDirectories(home, accountHome);
  const variables = scrubEnvironment(environment);
  const isOpen = effects.some((effect) => unknownPart(effect) !== null);
  const touched = effects.filter(isPathEffect);
  const changed = changedBy(effects);
  const isInRoots = (place: string): boolean => roots.some((root) => isWithin(place, root));
  const inside = isOpen || changed.some(isInRoots) ? roots : [];
  const outside = changed
    .filter((place) => !isInRoots(place))
    .map((place) => ({ place, existing: existingAt(place) }))
    // For one new file there, an unknown program does not get the whole home directory.
    .filter(
      ({ place, existing }) =>
        !isOpen || place === existing || !homes.some((each) => isWithin(each, existing)),
    )
    .map(({ existing }) => existing);
  const granted = new Set(touched.filter(({ type }) => type === "read").map(placeOf));
  const masked: string[] = [];
  for (const root of [...roots, ...readable]) {
    const found = await workspace.findBelow(root, {
      isWanted: (file) => !mayRead(file) && !granted.has(file.realPath),
      maxEntries,
    });
    masked.push(...found.paths);
  }
  const writable = [...inside, ...outside];
  const upkeep =
    writable.length === 0 ? null : await upkeeper.open({ roots: writable, granted: changed });
  const inView = (path: string): string => placeIn(workspace.views, path);
  const named = (place: string): string => nameIn(workspace.views, place);
  const git = gitBesideMasks({
    masked: masked.map(inView),
    writable: writable.map(inView),
    stateDirectory,
  });
  return {
    writablePaths: writable,
    readOnlyPaths: [
      ...inside
        .flatMap(neverCreatedIn)
        .filter(
          (place) => !changed.some((other) => isWithin(place, other) || isWithin(other, place)),
        ),
      ...ownPaths.filter((path) => writable.some((place) => isWithin(path, place))),
      ...(upkeep?.held ?? []),
    ],
    maskedPaths: [
      ...masked,
      // A project may read its own settings.
      ...new Set([...ownPaths.filter((path) => !isInRoots(path)), stateDirectory]),
      ...(upkeep?.pipes ?? []),
    ],
    hiddenPaths: homes.filter((each) => !roots.some((root) => isWithin(each, root))),
    readablePaths: [
      ...roots,
      ...homes.flatMap((each) => homeToolPaths(variables, each)),
      ...readable,
      ...gitSettings.map((name) => join(home, name)),
      ...[...granted].filter((place) => !isInRoots(place)),
    ],
    network: isOpen || effects.some(({ type }) => type === "network") ? network : "off",
    standIns: git.standIns.map(({ path, by }) => ({ path: named(path), by })),
    hiddenFromGit: () => ({
      changed: git.changed().map(named),
      leftOut: git.leftOut().map(named),
    }),
    settle: once(() => {
      git.release();
      return upkeep?.settle() ?? [];
    }),
  };
}

/** An upkeeper by the names of what it looks at in views. */
function inViews({ views = [] }: SandboxFactoryOptions["workspace"], inner: Upkeeper): Upkeeper {
  const placed = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => placeIn(views, path));
  const named = (place: string): string => nameIn(views, place);
  return {
    expect: (paths) => inner.expect(placed(paths)),
    async open({ roots, granted }) {
      const upkeep = await inner.open({ roots: placed(roots), granted: placed(granted) });
      return {
        held: upkeep.held.map(named),
        pipes: upkeep.pipes.map(named),
        settle: () =>
          upkeep.settle().map(({ movedFrom, ...reverted }) => ({
            ...reverted,
            path: named(reverted.path),
            askedAs: named(reverted.askedAs),
            ...(movedFrom !== undefined && { movedFrom: named(movedFrom) }),
          })),
      };
    },
  };
}

/** May run twice for a command that never started. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}

function changedBy(effects: readonly Effect[]): readonly string[] {
  return effects.filter(isPathChange).map(placeOf);
}

function placeOf({ realPath, path }: PathEffect): string {
  return realPath ?? path;
}

/** The writable directory needed to create a path. */
function existingAt(place: string): string {
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return place;
  let directory = dirname(place);
  while (statSync(directory, { throwIfNoEntry: false }) === undefined)
    directory = dirname(directory);
  return directory;
}
