import type { Effect, Workspace } from "@toolwright/core";
import type { SandboxBackend } from "@toolwright/sandbox";
import type { Stage, StagedFile } from "@toolwright/core/ports";
import { mergeChanges, unifiedDiff } from "@toolwright/tools/edit-engine";
import { openWorkspace } from "@toolwright/workspace";
import {
  commitStage,
  makeStageDirectory,
  removeTree,
  StagedFiles,
} from "@toolwright/workspace/stage";
import { type Commands, type CommandsOptions, lazyCommands } from "../processes/lazy-commands.ts";
import { openViews, type StageViews } from "./open-views.ts";
import { type CallKey, recordNoChange, stagedSnapshots } from "./staged-snapshots.ts";
import type { StageParts } from "./stages-of.ts";

export interface StageWish {
  /** The paths that a copy needs. */
  readonly effects?: readonly Effect[];
  /** The call that the stage is opened for; it commits. Absent for a session's stage. */
  readonly owner?: CallKey;
  /** Whether the stage ends with one call, so that background commands are refused. Default: true. */
  readonly isOneCall?: boolean;
}

/** Errors: as `Stages.open`. */
export async function openStage(
  parts: StageParts,
  { effects = [], isOneCall = true, owner }: StageWish = {},
): Promise<Stage> {
  const { places } = parts.setup;
  const directory = makeStageDirectory(places.stateDirectory);
  let views: StageViews | undefined;
  try {
    views = await openViews(parts, directory, effects);
    return await stageIn(parts, directory, views, { isOneCall, owner: owner ?? null });
  } catch (thrown) {
    await views?.close();
    removeTree(directory);
    throw thrown;
  }
}

async function stageIn(
  parts: StageParts,
  directory: string,
  views: StageViews,
  { isOneCall, owner }: { readonly isOneCall: boolean; readonly owner: CallKey | null },
): Promise<Stage> {
  const { setup, store } = parts;
  const { workspace, places, redactor } = setup;
  const staged = stagedWorkspace(parts, views);
  const files = new StagedFiles({
    workspace,
    staged,
    roots: views.roots,
    directory,
    diff: (path, before, after) => unifiedDiff(path, before, after).text,
  });
  await files.opened();
  const commands = stagedCommands(parts, staged, { isOneCall, backend: await backendOf(parts) });
  const { processes, jobs, sandboxFactory } = commands;
  const forgetViews = redactor.addViews?.(staged.views ?? []);
  let isCommitting = false;
  let taken: ReturnType<StagedFiles["take"]> | undefined;
  return {
    ports: {
      workspace: staged,
      processes,
      jobs,
      snapshots: stagedSnapshots(store, owner),
      ...(sandboxFactory && { sandboxFactory }),
    },
    cost: views.cost,
    async note() {
      files.note();
    },
    async freeze(): Promise<readonly StagedFile[]> {
      await commands.close();
      taken = files.take();
      for (const { effect } of taken.files)
        redactor.addSecretFile?.(effect.realPath ?? effect.path);
      redactor.refresh?.();
      return taken.files;
    },
    async commit(request) {
      const { stateDirectory } = places;
      const { contents } = files;
      const options = { store, workspace, stateDirectory, contents, merge };
      isCommitting = true;
      return commitStage(options, taken?.paths ?? [], request);
    },
    async drop() {
      await commands.close();
      forgetViews?.();
      await views.close();
      removeTree(directory);
      if (owner !== null && !isCommitting) recordNoChange(store, owner);
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
function stagedCommands(
  { commands }: StageParts,
  workspace: Workspace,
  how: Pick<CommandsOptions, "isOneCall" | "backend">,
): Commands {
  const { given: _, onJobEnd, ...shared } = commands;
  const told = how.isOneCall === true || onJobEnd === undefined ? {} : { onJobEnd };
  return lazyCommands({ ...shared, ...told, ...how, workspace, sandbox: "required" });
}

const backends = new WeakMap<StageParts, SandboxBackend>();

/** One for all stages of a session, because trying it takes longer than most commands. */
async function backendOf(parts: StageParts): Promise<SandboxBackend> {
  const { defaultSandbox } = await import("@toolwright/sandbox");
  const backend = backends.get(parts) ?? defaultSandbox(parts.commands.environment);
  backends.set(parts, backend);
  return backend;
}

function merge(base: string, ours: string, theirs: string): string | null {
  return mergeChanges(base, ours, theirs)?.text ?? null;
}
