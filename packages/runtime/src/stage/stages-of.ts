import type { Stages } from "@toolwright/core";
import { hasStages } from "@toolwright/workspace/internal";
import type { JournalStore } from "@toolwright/workspace";
import type { CommandsOptions } from "../processes/lazy-commands.ts";
import type { Setup } from "../setup.ts";

/** The parts from which stages are made. */
export interface StageParts {
  readonly setup: Setup;
  /** The journal that undo reads. */
  readonly store: JournalStore;
  /** The options of the session's commands. */
  readonly commands: CommandsOptions;
}

/**
 * The stages of a session, loaded with the first one. At once, it removes those that killed processes left.
 * Undefined in a view, which is itself thrown away.
 */
export async function stagesOf(parts: StageParts): Promise<Stages | undefined> {
  const { places, workspace } = parts.setup;
  if ((workspace.views ?? []).length > 0) return undefined;
  if (hasStages(places.stateDirectory)) {
    const { removeLeftStages } = await import("@toolwright/workspace/stage");
    removeLeftStages(places.stateDirectory);
  }
  return {
    async open({ effects, sessionId, callId }) {
      const { openStage } = await import("./open-stage.ts");
      return openStage(parts, { effects, owner: { sessionId, callId } });
    },
  };
}
