import type { Effect, Workspace } from "@toolwright/core";
import type { Stage, StagedFile } from "@toolwright/core/ports";
import { mergeChanges, unifiedDiff } from "@toolwright/tools/edit-engine";
import { openWorkspace } from "@toolwright/workspace";
import {
  commitStage,
  makeStageDirectory,
  removeTree,
  StagedFiles,
} from "@toolwright/workspace/stage";
import { type Commands, lazyCommands } from "../processes/lazy-commands.ts";
import { openViews, type StageViews } from "./open-views.ts";
import type { StageParts } from "./stages-of.ts";

/** Errors: as `Stages.open`. */
export async function openStage(
  parts: StageParts,
  effects: readonly Effect[] = [],
): Promise<Stage> {
  const { places } = parts.setup;
  const directory = makeStageDirectory(places.stateDirectory);
  let views: StageViews | undefined;
  try {
    views = await openViews(parts, directory, effects);
    return await stageIn(parts, directory, views);
  } catch (thrown) {
    await views?.close();
    removeTree(directory);
    throw thrown;
  }
}

async function stageIn(parts: StageParts, directory: string, views: StageViews): Promise<Stage> {
  const { setup, store } = parts;
  const { workspace, places } = setup;
  const staged = stagedWorkspace(parts, views);
  const files = new StagedFiles({
    workspace,
    staged,
    roots: views.roots,
    directory,
    diff: (path, before, after) => unifiedDiff(path, before, after).text,
  });
  await files.opened();
  const commands = stagedCommands(parts, staged);
  const { processes, jobs, sandboxFactory } = commands;
  let taken: ReturnType<StagedFiles["take"]> | undefined;
  return {
    ports: { workspace: staged, processes, jobs, ...(sandboxFactory && { sandboxFactory }) },
    cost: views.cost,
    async note() {
      files.note();
    },
    async freeze(): Promise<readonly StagedFile[]> {
      await commands.close();
      taken = files.take();
      return taken.files;
    },
    async commit(request) {
      const { stateDirectory } = places;
      const { contents } = files;
      const options = { store, workspace, stateDirectory, contents, merge };
      return commitStage(options, taken?.paths ?? [], request);
    },
    async drop() {
      await commands.close();
      await views.close();
      removeTree(directory);
    },
  };
}

/** Under the names of the workspace. It never repairs or records anything for the workspace itself. */
function stagedWorkspace(
  { setup: { workspace, places } }: StageParts,
  views: StageViews,
): Workspace {
  return openWorkspace({
    roots: workspace.roots,
    cwd: workspace.cwd,
    allowBroadRoots: true,
    home: places.home,
    stateDirectory: places.stateDirectory,
    views: views.byRoot,
  });
}

/** Confined always: only a sandbox keeps commands to the view. */
function stagedCommands({ commands }: StageParts, workspace: Workspace): Commands {
  const { onJobEnd: _, given: _given, ...shared } = commands;
  return lazyCommands({ ...shared, workspace, sandbox: "required", isOneCall: true });
}

function merge(base: string, ours: string, theirs: string): string | null {
  return mergeChanges(base, ours, theirs)?.text ?? null;
}
