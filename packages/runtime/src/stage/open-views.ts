import { join } from "node:path";
import { type Effect, ToolError } from "@toolwright/core";
import { isAtOrBelow } from "@toolwright/core/internal";
import type { View } from "@toolwright/core/ports";
import { copyRoot, costOfCopy, type StagedRoot } from "@toolwright/workspace/stage";
import { stageFrom } from "../policy/policy-from-settings.ts";
import type { StageParts } from "./stages-of.ts";

/** The directories that stand for the roots in a stage. */
export interface StageViews {
  readonly roots: readonly StagedRoot[];
  readonly byRoot: Readonly<Record<string, Omit<View, "root">>>;
  /** The cost of making them, for people; null for an overlay. */
  readonly cost: string | null;
  close(): Promise<void>;
}

/**
 * An overlay over each root where the system allows it, otherwise a copy.
 *
 * Errors: ToolError `command-failed` if neither works.
 */
export async function openViews(
  { setup: { workspace, places, settings } }: StageParts,
  directory: string,
  effects: readonly Effect[],
): Promise<StageViews> {
  const { roots } = workspace;
  const inside = roots.find((root) => isAtOrBelow(directory, root));
  if (inside !== undefined) {
    throw new ToolError(
      "command-failed",
      `No stage was opened: this program's state lies in the workspace (${places.stateDirectory}). Set XDG_STATE_HOME to a folder outside it.`,
    );
  }
  const { openOverlay } = await import("@toolwright/sandbox/internal");
  const isWanted = stageFrom(settings.files).overlay !== false;
  const overlay = isWanted ? await openOverlay({ roots, directory }) : "the settings say so";
  if (typeof overlay === "string") return copies(roots, directory, effects);
  const { layers } = overlay;
  return {
    roots: layers.map(({ view, upper }) => ({ root: view.root, view: view.directory, upper })),
    byRoot: Object.fromEntries(layers.map(({ view: { root, ...view } }) => [root, view])),
    cost: null,
    close: () => overlay.close(),
  };
}

async function copies(
  roots: readonly string[],
  directory: string,
  effects: readonly Effect[],
): Promise<StageViews> {
  const named = effects.flatMap((effect) =>
    "path" in effect ? [effect.realPath ?? effect.path] : [],
  );
  const wanted = roots.map((root, at) => ({ root, view: join(directory, `copy${at}`), named }));
  const costs = await Promise.all(wanted.map(costOfCopy));
  const copied: StagedRoot[] = [];
  for (const each of wanted) copied.push(await copyRoot(each));
  const files = costs.reduce((sum, cost) => sum + cost.files, 0);
  const bytes = costs.reduce((sum, cost) => sum + (cost.isShared ? 0 : cost.bytes), 0);
  return {
    roots: copied,
    byRoot: Object.fromEntries(copied.map(({ root, view }) => [root, { directory: view }])),
    cost: `${files} files (${Math.ceil(bytes / 1024 / 1024)} MiB) are copied`,
    close: () => Promise.resolve(),
  };
}
