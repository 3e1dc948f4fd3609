import type { Redactor } from "@toolwright/core";
import { type Phrase, recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createEnvironment, createRedactor, JournalError } from "@toolwright/workspace";
import { hasJournal, journalledWorkspaces } from "@toolwright/workspace/internal";
import {
  furtherRoots,
  journalOf,
  type Places,
  realRoot,
  secretsFrom,
  type SettingsFile,
  settingsInForce,
  shownJournal,
  type ShownJournal,
} from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { usageError } from "../errors.ts";
import type { ProgramContext } from "../program-context.ts";
import { noticeOn } from "../output/notices.ts";
import { placesOf } from "./policy-controller.ts";

/** Shared by the commands that read the journal. */
export interface JournalController {
  readonly places: Places;
  /** The real path of the journal's folder. */
  readonly root: string;
  readonly journal: ShownJournal;
  /** The workspace's folder first. */
  readonly roots: readonly string[];
  readonly files: readonly SettingsFile[];
  readonly redactor: Redactor;
}

/**
 * Opens the journal of the workspace, or with --from that of a folder by its old path.
 *
 * Errors: CommandError `usage` if there is no journal (it names journals of folders that are gone),
 * or if the journal can't be used.
 */
export async function withJournal(
  parsed: ParsedArguments,
  program: ProgramContext,
  work: (controller: JournalController) => Promise<number>,
): Promise<number> {
  const places = placesOf(parsed, program);
  const { stateDirectory } = places;
  const from = parsed.value("from");
  const root = realRoot(from === undefined ? places.workspace : resolve(program.cwd, from));
  if (!hasJournal(stateDirectory, root)) throw usageError(nothingText(stateDirectory, root));
  const journal = journalOf(
    { stateDirectory, workspace: root },
    { files: [], isRequired: true, onNotice: noticeOn(program) },
  );
  try {
    const { files } = await settingsInForce(places);
    const roots = [root, ...furtherRoots(files, places)];
    const redactor = createRedactor({
      environment: createEnvironment(program.environment),
      roots,
      wishes: secretsFrom(files),
    });
    const shown = shownJournal(journal, redactor);
    return await work({ places, root, journal: shown, roots, files, redactor });
  } catch (thrown) {
    throw JournalError.isInstance(thrown) ? usageError(recorded(thrown.message)) : thrown;
  } finally {
    journal.close();
  }
}

function nothingText(stateDirectory: string, root: string): Phrase {
  const gone = journalledWorkspaces(stateDirectory).filter((path) => !existsSync(path));
  if (gone.length === 0) return phrase("The journal of {folder} is empty.", { folder: root });
  const flags = gone.slice(0, 5).map((path) => `--from ${path}`);
  return phrase(
    "The journal of {folder} is empty. If the folder was moved, use its old path: {flags}",
    { folder: root, flags },
  );
}
