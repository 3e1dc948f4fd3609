import type { Redactor } from "@toolwright/core";
import type { ProfileName } from "@toolwright/profiles";
import { optionsError } from "../errors.ts";
import { type Places, realRoot } from "../places.ts";
import { modeFrom, profileFrom, rulesOf, shellFrom } from "../policy/policy-from-settings.ts";
import type { ShownJournal } from "../records/shown-journal.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { builtinDefinitions } from "./definitions.ts";
import type { ExportedTape } from "./export-tape.ts";
import type { TapeHeader } from "./tape.ts";

export interface ExportSessionOptions {
  /** The absolute path of the tape. */
  readonly file: string;
  /** Default: the latest session that made a call. */
  readonly sessionId?: string | undefined;
  readonly places: Places;
  readonly journal: ShownJournal;
  readonly redactor: Redactor;
  readonly roots: readonly string[];
  readonly files: readonly SettingsFile[];
  readonly profile?: ProfileName | undefined;
  readonly version: string;
}

/**
 * Writes a session of the workspace's journal as a tape.
 *
 * Errors: ConfigurationError `options-invalid` for a session that isn't there; those of the journal and the file system.
 */
export async function exportSession(
  options: ExportSessionOptions,
): Promise<ExportedTape & { readonly sessionId: string }> {
  const { places, journal, files, redactor } = options;
  const sessionId = await sessionFor(journal, options.sessionId);
  const { exportTape } = await import("./export-tape.ts");
  const { tapedConversation } = await import("./taped-conversation.ts");
  const { conversationStore } = await import("../agent/conversations.ts");
  const profile = profileFrom(files, options.profile);
  // The folder may have had another path.
  const [workspace = places.workspace] = options.roots;
  const conversations = conversationStore({ ...places, workspace }, files);
  const exported = await exportTape({
    file: options.file,
    journal,
    sessionId,
    roots: options.roots,
    home: realRoot(places.home),
    redactor,
    version: options.version,
    mode: modeFrom(files, undefined),
    profile,
    rules: rulesIn(files),
    definitions: await builtinDefinitions(profile, limitsFrom(files)),
    conversation: tapedConversation(conversations, sessionId, redactor),
  });
  return { ...exported, sessionId };
}

async function sessionFor(journal: ShownJournal, wanted: string | undefined): Promise<string> {
  const named = wanted === undefined ? [] : [wanted];
  const latest = wanted === undefined ? await journal.sessions() : [];
  for (const name of [...named, ...latest.map(({ id }) => id)]) {
    const sessionId = wanted === undefined ? mainSession(name) : name;
    const entries = await journal.entries({ sessionId, includesChildren: true });
    if (entries.some(({ kind }) => kind === "call")) return sessionId;
  }
  throw optionsError(
    wanted === undefined
      ? "The journal has no session with a call."
      : `The journal has no session '${wanted}'. To list them: toolwright journal sessions`,
  );
}

/** A sub-agent's session is on the tape of the session that started it. */
function mainSession(name: string): string {
  return name.split("/")[0] ?? name;
}

function rulesIn(files: readonly SettingsFile[]): TapeHeader["rules"] {
  return files.flatMap((file) =>
    rulesOf(file)
      .filter(({ counts }) => counts)
      .map(({ rule }) => ({ layer: file.layer, rule })),
  );
}

/** Part of what a model is told about commands. */
function limitsFrom(files: readonly SettingsFile[]): { readonly timeoutMs: number } | undefined {
  const { timeoutMs } = shellFrom(files);
  return timeoutMs === undefined ? undefined : { timeoutMs };
}
