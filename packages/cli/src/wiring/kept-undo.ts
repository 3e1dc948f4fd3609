import type { Environment, Snapshots, Workspace } from "@toolwright/core";
import {
  createCheckpoints,
  createSnapshots,
  createUndo,
  type JournalStore,
  recoverUndo,
  type Undo,
} from "@toolwright/workspace";
import type { Places } from "./places.ts";

export interface KeptUndoOptions {
  readonly journal: JournalStore;
  readonly workspace: Workspace;
  readonly places: Pick<Places, "stateDirectory">;
  readonly environment: Environment;
  /** The session in whose name something is taken back; one of its own by default. */
  readonly sessionId?: string;
}

export interface KeptUndo {
  readonly snapshots: Snapshots;
  readonly undo: Undo;
}

/** What remembers changes and takes them back. An undo that was cut off is ended first. */
export function undoOf({
  journal: store,
  workspace,
  places: { stateDirectory },
  environment,
  sessionId,
}: KeptUndoOptions): KeptUndo {
  recoverUndo({ store, workspace, stateDirectory });
  const checkpoints = createCheckpoints({ store, workspace, stateDirectory, environment });
  return {
    snapshots: createSnapshots({ store, workspace, checkpoints }),
    undo: createUndo({
      store,
      workspace,
      stateDirectory,
      ...(sessionId !== undefined && { sessionId }),
    }),
  };
}
