import type { ConversationRecord } from "./conversation-log.ts";
import type { RunStatus } from "../events/events.ts";

/** A stored conversation for a list. */
export interface ConversationSummary {
  /** The beginning of the first task. */
  readonly title: string;
  /** The model of the last run. */
  readonly model: string;
  /** The session of the last run; empty before the first. */
  readonly sessionId: string;
  /** The number of the last run's turn in that session. */
  readonly lastTurn: number;
  /** The number of runs. */
  readonly turns: number;
  /** Milliseconds since the epoch; null before the first run. */
  readonly startedAtMs: number | null;
  /** How the last run ended; null when its process was killed, or still works. */
  readonly status: RunStatus | null;
}

const maxTitle = 80;

/** A summary of stored records, most of which are not parsed. Lines that are no records are left out. */
export function summarizeLines(lines: readonly string[]): ConversationSummary {
  const turns = lines.filter((line) => line.startsWith('{"type":"turn"'));
  const started = recordIn(turns[0]);
  const said = lines.filter((line) => line.startsWith('{"type":"user"'));
  const turn = recordIn(turns.at(-1));
  const end = recordIn(lines.findLast((line) => line.startsWith('{"type":"end"')));
  const last = lines.findLast((line) => /^\{"type":"(?:turn|end)"/.test(line));
  return {
    title: titleOf(said),
    ...(turn?.type === "turn"
      ? { model: turn.model, sessionId: turn.sessionId, lastTurn: turn.turn }
      : { model: "", sessionId: "", lastTurn: 0 }),
    turns: turns.length,
    startedAtMs: started?.atMs ?? null,
    status: end?.type === "end" && last?.startsWith('{"type":"end"') === true ? end.status : null,
  };
}

/** The agent's notes may come before the first task. */
function titleOf(said: readonly string[]): string {
  const text = said.reduce((found, line) => found || textOfPerson(recordIn(line)), "");
  const [line = ""] = text.trim().split("\n", 1);
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1).toWellFormed()}…`;
}

function textOfPerson(record: StoredRecord | null): string {
  if (record?.type !== "user") return "";
  const part = record.content.find(({ type, isFromAgent }) => type === "text" && !isFromAgent);
  return part?.type === "text" ? part.text : "";
}

type StoredRecord = ConversationRecord & { readonly atMs?: number };

function recordIn(line: string | undefined): StoredRecord | null {
  try {
    return line === undefined ? null : (JSON.parse(line) as StoredRecord);
  } catch {
    return null;
  }
}
