import type { Workspace } from "@toolwright/core";
import { type JournalStore, openJournal } from "@toolwright/workspace";
import { defaultRetention, stateLook } from "@toolwright/workspace/internal";
import type { SettingsFile } from "../settings/settings.ts";
import { type Places, realRoot } from "../places.ts";
import { journalFrom } from "../policy/policy-from-settings.ts";

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

export interface KeptJournalOptions {
  /** Say how long it is kept. */
  readonly files: readonly SettingsFile[];
  readonly now?: () => number;
  /** Where it is looked up what a call changed that was cut off; nowhere by default. */
  readonly workspace?: Workspace;
  /** An error, where it can't be opened, instead of one in memory. */
  readonly isRequired?: boolean;
  readonly onNotice: (notice: string) => void;
}

/** What happened in the folder to work in. Nothing is opened before it is used. */
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

/** The settings' limits, and the defaults where they say nothing. */
export function retentionFrom(files: readonly SettingsFile[]): typeof defaultRetention {
  const { maxAgeDays, maxMegabytes } = journalFrom(files);
  return {
    maxAgeMs: maxAgeDays === undefined ? defaultRetention.maxAgeMs : maxAgeDays * dayMs,
    maxBytes: maxMegabytes === undefined ? defaultRetention.maxBytes : maxMegabytes * megabyte,
  };
}
