import type { Mode, Outcome, Redactor } from "@toolwright/core";
import { redactModelText } from "@toolwright/core/internal";
import { oldestFirst, type PathState } from "@toolwright/workspace/internal";
import type { EntryId, JournalEntry } from "@toolwright/workspace";
import type { ShownJournal } from "../records/shown-journal.ts";
import { type PrivatePaths, privatePaths } from "./private-paths.ts";
import type { TapedConversation } from "./taped-conversation.ts";
import { type FileThen, SessionFiles } from "./session-files.ts";
import { type TapeCall, type TapeHeader, tapeLimits, tapeVersion } from "./tape.ts";
import { TapeContents } from "./tape-contents.ts";
import { TapeWriter } from "./tape-writer.ts";

export interface ExportTapeOptions {
  /** The absolute path of the tape, which replaces a file that is there. */
  readonly file: string;
  readonly journal: ShownJournal;
  readonly sessionId: string;
  /** Real absolute paths. */
  readonly roots: readonly string[];
  readonly home: string;
  readonly redactor: Redactor;
  /** The version of the program. */
  readonly version: string;
  /** The mode of the settings, for a session that decided nothing. */
  readonly mode: Mode;
  readonly profile: string;
  readonly rules: TapeHeader["rules"];
  /** The hashes of tools' definitions, by name. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly conversation: TapedConversation;
}

/** The size of a tape. */
export interface ExportedTape {
  readonly calls: number;
  readonly files: number;
  /** Files of which the tape has only the name. */
  readonly omittedFiles: number;
  readonly bytes: number;
}

/** An overview of the session's entries, which are read again one after the other. */
interface Survey {
  /** In the order in which they started. */
  readonly entries: readonly Pick<JournalEntry, "id" | "startedAtMs">[];
  readonly tools: ReadonlySet<string>;
  readonly mode: Mode | null;
  readonly endedAtMs: number | null;
  readonly files: SessionFiles;
}

/**
 * Writes a session with its sub-agents as a tape. Keeps a few numbers for each call in memory, and no call.
 *
 * Errors: Error for a session without entries; those of the journal and the file system. Nothing is left of the tape then.
 */
export async function exportTape(options: ExportTapeOptions): Promise<ExportedTape> {
  const survey = await surveyOf(options);
  // Before the tape is there, which may lie among them.
  const found = await filesAtStart(options, survey);
  const paths = privatePaths(options);
  using writer = new TapeWriter(options.file);
  writer.write(paths.hide(redactModelText(headerOf(options, survey), options.redactor)));
  const contents = new TapeContents({
    paths,
    redact: (text) => options.redactor.redact(text),
    stored: (blob) => options.journal.content(blob),
    write: (content) => writer.write(content),
  });
  const files = writeFiles(options, found, { paths, contents, writer });
  const calls = await writeCalls(options, survey, { paths, contents, writer });
  return { calls, ...files, bytes: writer.end() };
}

interface Parts {
  readonly paths: PrivatePaths;
  readonly contents: TapeContents;
  readonly writer: TapeWriter;
}

async function surveyOf({ journal, sessionId, roots, home }: ExportTapeOptions): Promise<Survey> {
  const files = new SessionFiles(roots, home);
  const entries: Pick<JournalEntry, "id" | "startedAtMs">[] = [];
  const tools = new Set<string>();
  let mode: Mode | null = null;
  let endedAtMs: number | null = null;
  const query = { sessionId, includesChildren: true };
  for await (const entry of oldestFirst(journal, query)) {
    entries.push({ id: entry.id, startedAtMs: entry.startedAtMs });
    if (entry.kind === "call") tools.add(entry.tool);
    files.need(entry.effects);
    mode ??= entry.decision?.mode ?? null;
    if (entry.endedAtMs !== null) endedAtMs = Math.max(endedAtMs ?? 0, entry.endedAtMs);
  }
  entries.sort((one, other) => one.startedAtMs - other.startedAtMs || one.id - other.id);
  return { entries, tools, mode, endedAtMs, files };
}

function headerOf(options: ExportTapeOptions, survey: Survey): TapeHeader {
  const { entries, tools } = survey;
  const [first] = entries;
  if (first === undefined) throw new Error(`The journal has no session '${options.sessionId}'.`);
  const models = options.conversation.records.flatMap(({ type, model }) =>
    type === "turn" && typeof model === "string" ? [model] : [],
  );
  return {
    tape: tapeVersion,
    toolwright: options.version,
    session: options.sessionId,
    startedAtMs: first.startedAtMs,
    endedAtMs: survey.endedAtMs,
    platform: process.platform,
    roots: options.roots.length,
    mode: survey.mode ?? options.mode,
    profile: options.profile,
    rules: options.rules,
    tools: [...tools]
      .sort()
      .map((name) => ({ name, sha256: options.definitions.get(name) ?? null })),
    models: [...new Set(models)],
  };
}

/** The tape that this one replaces was no part of the session. */
async function filesAtStart(
  { journal, file }: ExportTapeOptions,
  { entries, files }: Survey,
): Promise<readonly FileThen[]> {
  const found = await files.atStart(await changedSince(journal, lowest(entries)));
  return found.filter(({ path }) => path !== file);
}

function writeFiles(
  { redactor }: ExportTapeOptions,
  found: readonly FileThen[],
  { paths, contents, writer }: Parts,
): Pick<ExportedTape, "files" | "omittedFiles"> {
  let omittedFiles = 0;
  for (const [at, { path, state, bytes, omitted, modifiedAtMs }] of found.entries()) {
    const given = { bytes, omitted: at < tapeLimits.maxFiles ? omitted : "no room" };
    const taped = contents.state(state, given);
    if (taped.kind === "file" && taped.content === null) omittedFiles += 1;
    writer.write({
      type: "file",
      path: paths.hide(redactor.redact(path)),
      state: taped,
      ...(modifiedAtMs !== undefined && { modifiedAtMs }),
    });
  }
  return { files: found.length, omittedFiles };
}

function lowest(entries: Survey["entries"]): EntryId {
  return entries.reduce((least, { id }) => Math.min(least, id), Number.MAX_SAFE_INTEGER);
}

/** The states of paths before the entry, or a later one of any session, changed them. */
async function changedSince(
  journal: ShownJournal,
  first: EntryId,
): Promise<ReadonlyMap<string, PathState>> {
  const before = new Map<string, PathState>();
  for await (const { id, changeCount } of oldestFirst(journal, {
    after: first - 1,
    changing: true,
  })) {
    if (changeCount === 0) continue;
    for (const change of await journal.changes(id)) {
      if (!before.has(change.path)) before.set(change.path, change.before);
    }
  }
  return before;
}

async function writeCalls(
  { journal, sessionId, conversation, redactor }: ExportTapeOptions,
  { entries }: Survey,
  { paths, contents, writer }: Parts,
): Promise<number> {
  const said = conversation.records.values();
  let next = said.next();
  const sayUntil = (timeMs: number): void => {
    for (; next.done !== true && (next.value.atMs ?? 0) <= timeMs; next = said.next()) {
      const record = redactModelText(next.value, redactor);
      writer.write({ type: "message", record: paths.hide(record) });
    }
  };
  let calls = 0;
  for (const { id } of entries) {
    const entry = await journal.entry(id);
    // Pruned meanwhile.
    if (entry === null) continue;
    // Records have whole milliseconds.
    sayUntil(Math.round(entry.startedAtMs));
    const changes = (await journal.changes(id)).map(({ path, before, after }) => ({
      path,
      before: contents.state(before),
      after: after === null ? null : contents.state(after),
    }));
    const isOwn = entry.sessionId === sessionId;
    const whole = isOwn ? conversation.outcomes.get(entry.callId) : undefined;
    writer.write(paths.hide<TapeCall>({ ...callOf(entry, whole), changes }));
    calls += 1;
  }
  sayUntil(Number.POSITIVE_INFINITY);
  return calls;
}

/** `whole`: the outcome as the model was told, where the journal has only a part of it. */
function callOf(entry: JournalEntry, whole: Outcome | undefined): Omit<TapeCall, "changes"> {
  const { decision: _, effects: _effects, ...outcome } = whole ?? entry.outcome ?? {};
  return {
    type: entry.kind,
    session: entry.sessionId,
    agent: entry.agent,
    turn: entry.turn,
    id: entry.callId,
    ...(entry.parentCallId !== undefined && { parentCallId: entry.parentCallId }),
    tool: entry.tool,
    input: entry.input,
    status: entry.status,
    effects: entry.effects,
    decision: entry.decision,
    approvals: entry.approvals,
    outcome: entry.outcome === null ? null : (outcome as TapeCall["outcome"]),
    notUndoable: entry.notUndoable,
    startedAtMs: entry.startedAtMs,
    endedAtMs: entry.endedAtMs,
  };
}
