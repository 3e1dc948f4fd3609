import {
  type ConversationSummary,
  type Message,
  type RunStatus,
  summarizeLines,
} from "@toolwright/agent";
import { ConversationError, ConversationStore } from "@toolwright/workspace/internal";
import { optionsError } from "../errors.ts";
import { type Places, realRoot } from "../places.ts";
import { retentionFrom } from "../records/stored-journal.ts";
import type { SettingsFile } from "../settings/settings.ts";

/** A stored conversation of the workspace. */
export interface ConversationInfo
  extends Pick<ConversationSummary, "title" | "model" | "turns" | "startedAtMs"> {
  readonly id: string;
  /** The last change, in milliseconds since the epoch. */
  readonly updatedAtMs: number;
  /** `running`: a process works on it. `interrupted`: its process was killed. Otherwise how its last run ended. */
  readonly status: RunStatus | "running" | "interrupted";
}

/** A conversation for a screen. */
export interface ShownConversation extends ConversationInfo {
  /** Everything that was said, with the outcomes of the calls. */
  readonly messages: readonly Message[];
}

/** The session of a stored conversation that is to be continued. */
export interface EarlierSession {
  readonly conversation: ConversationInfo;
  readonly sessionId: string;
  /** The number of its last turn, as far as the conversation knows. */
  readonly turn: number;
}

/** The conversations of a workspace; nothing is opened or created. */
export function conversationStore(
  { stateDirectory, workspace }: Pick<Places, "stateDirectory" | "workspace">,
  files: readonly SettingsFile[],
): ConversationStore {
  return new ConversationStore({
    stateDirectory,
    workspace: realRoot(workspace),
    retention: retentionFrom(files),
  });
}

/** The latest conversations, the latest first. Damaged ones are left out. */
export function listConversations(
  store: ConversationStore,
  limit: number = 50,
): readonly ConversationInfo[] {
  const latest = store.list().slice(0, limit);
  return latest.flatMap(({ id, updatedAtMs }) => readable(store, id, updatedAtMs));
}

/** Empty for a damaged one. */
function readable(
  store: ConversationStore,
  id: string,
  updatedAtMs: number,
): readonly ConversationInfo[] {
  try {
    return [earlierSession(store, id, updatedAtMs).conversation];
  } catch (thrown) {
    if (ConversationError.isInstance(thrown)) return [];
    throw thrown;
  }
}

/** A conversation of some workspace. */
export interface PlacedConversation extends ConversationInfo {
  /** The real path of the workspace's folder. */
  readonly workspace: string;
}

export interface ConversationPage {
  readonly conversations: readonly PlacedConversation[];
  /** Whether more follow. */
  readonly hasMore: boolean;
}

export interface PageOptions {
  /** The number of conversations before the page. */
  readonly from: number;
  readonly limit: number;
}

/** The latest conversations of these workspaces, the latest first, from a position on. Damaged ones are left out. */
export function conversationPage(
  stateDirectory: string,
  workspaces: readonly string[],
  { from, limit }: PageOptions,
): ConversationPage {
  const all = workspaces
    .flatMap((workspace) => {
      const store = conversationStore({ stateDirectory, workspace }, []);
      return store.list().map((stored) => ({ ...stored, workspace, store }));
    })
    .toSorted((one, other) => other.updatedAtMs - one.updatedAtMs);
  const conversations = all
    .slice(from, from + limit)
    .flatMap(({ id, updatedAtMs, workspace, store }) => {
      const [conversation] = readable(store, id, updatedAtMs);
      return conversation === undefined ? [] : [{ ...conversation, workspace }];
    });
  return { conversations, hasMore: all.length > from + limit };
}

/** `session-` and four digits. */
const shortestBeginning = 12;

/**
 * Finds the conversation to continue: an id, the beginning of only one id, or `last`.
 *
 * Errors: ConfigurationError `options-invalid` for one that is missing, damaged or of a newer version.
 */
export function findConversation(store: ConversationStore, wanted: string): EarlierSession {
  const all = store.list();
  const id = wanted === "last" ? all[0]?.id : wholeId(all, wanted);
  if (id === undefined) throw optionsError("This workspace has no stored conversation.");
  const { updatedAtMs = 0 } = all.find((each) => each.id === id) ?? {};
  return orOptionsError(() => earlierSession(store, id, updatedAtMs));
}

function wholeId(all: readonly { readonly id: string }[], wanted: string): string {
  const named = all.filter(({ id }) => id.startsWith(wanted));
  const isClear = named.length === 1 && wanted.length >= shortestBeginning;
  return (isClear ? named[0]?.id : undefined) ?? wanted;
}

/** The result. Errors: as `optionsErrorOf`. */
export function orOptionsError<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw optionsErrorOf(thrown);
  }
}

/** A ConfigurationError `options-invalid` for a ConversationError; other errors unchanged. */
export function optionsErrorOf(thrown: unknown): unknown {
  return ConversationError.isInstance(thrown) ? optionsError(thrown.message) : thrown;
}

function earlierSession(store: ConversationStore, id: string, updatedAtMs: number): EarlierSession {
  const summary = summarizeLines(store.read(id));
  const { title, model, turns, startedAtMs, lastTurn, sessionId } = summary;
  const status = store.isInUse(id) ? "running" : (summary.status ?? "interrupted");
  return {
    conversation: { id, title, model, turns, startedAtMs, updatedAtMs, status },
    sessionId: sessionId === "" ? id : sessionId,
    turn: lastTurn,
  };
}
