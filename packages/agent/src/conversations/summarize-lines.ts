import type { ConversationRecord } from "./conversation-log.ts";
import type { RunStatus } from "../events.ts";

/** A stored conversation for a list. */
export interface ConversationSummary {
  /** The beginning of the first task. */
  readonly title: string;
  readonly model: string;
  readonly turns: number;
  /** How the last run ended; null when its process was killed, or still works. */
  readonly status: RunStatus | null;
}

const maxTitle = 80;

/** A summary of stored records, most of which are not parsed. Lines that are no records are left out. */
export function summarizeLines(lines: readonly string[]): ConversationSummary {
  const turns = lines.filter((line) => line.startsWith('{"type":"turn"'));
  const task = recordIn(lines.find((line) => line.startsWith('{"type":"user"')));
  const turn = recordIn(turns.at(-1));
  const end = recordIn(lines.findLast((line) => line.startsWith('{"type":"end"')));
  const last = lines.findLast((line) => /^\{"type":"(?:turn|end)"/.test(line));
  return {
    title: task?.type === "user" ? titleOf(task.content) : "",
    model: turn?.type === "turn" ? turn.model : "",
    turns: turns.length,
    status: end?.type === "end" && last?.startsWith('{"type":"end"') === true ? end.status : null,
  };
}

function titleOf(content: Extract<ConversationRecord, { type: "user" }>["content"]): string {
  const text = content.find((part) => part.type === "text")?.text ?? "";
  const [line = ""] = text.trim().split("\n", 1);
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1).toWellFormed()}…`;
}

function recordIn(line: string | undefined): ConversationRecord | null {
  try {
    return line === undefined ? null : (JSON.parse(line) as ConversationRecord);
  } catch {
    return null;
  }
}
