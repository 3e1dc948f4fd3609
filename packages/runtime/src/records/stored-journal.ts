import type { Workspace } from "@toolwright/core";
import { type JournalStore, openJournal } from "@toolwright/workspace";
import { defaultRetention, stateLook } from "@toolwright/workspace/internal";
import type { SettingsFile } from "../settings/settings.ts";
import { type Places, realRoot } from "../places.ts";
import { journalFrom } from "../policy/policy-from-settings.ts";

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

export interface KeptJournalOptions {
  /** The settings, which limit its age and size. */
  readonly files: readonly SettingsFile[];
  readonly now?: () => number;
  /** Used to find the changes of an interrupted call; not searched by default. */
  readonly workspace?: Workspace;
  /** Throws if the journal can't be opened, instead of using one in memory. */
  readonly isRequired?: boolean;
  readonly onNotice: (notice: string) => void;
}

/** The journal of the workspace, opened with its first use. */
export function journalOf(
  places: Pick<Places, "stateDirectory" | "workspace">,
  { files, now, workspace, isRequired = false, onNotice }: KeptJournalOptions,
): JournalStore {
  return openJournal({
    stateDirectory: places.stateDirectory,
    workspace: realRoot(places.workspace),
    retention: retentionFrom(files),
    isRequired,
    onNotice,
    ...(workspace !== undefined && { stateOf: stateLook(workspace) }),
    ...(now !== undefined && { now }),
  });
}

/** The limits in the settings, with defaults. */
export function retentionFrom(files: readonly SettingsFile[]): typeof defaultRetention {
  const { maxAgeDays, maxMegabytes } = journalFrom(files);
  return {
    maxAgeMs: maxAgeDays === undefined ? defaultRetention.maxAgeMs : maxAgeDays * dayMs,
    maxBytes: maxMegabytes === undefined ? defaultRetention.maxBytes : maxMegabytes * megabyte,
  };
}
