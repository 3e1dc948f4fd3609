import { isRunning, ownIdentity } from "../temporary/process-identity.ts";
import { thisMachine, wasRestartedSince } from "../transaction/machine.ts";
import { type JournalDatabase, type Row, textOf } from "./journal-database.ts";

/** Processes in other containers can't be checked; after this time they count as ended. */
const unknownProcessMaxAgeMs = 24 * 60 * 60 * 1000;

/** The row of this process. */
export function ownProcess(database: JournalDatabase): number {
  const { scope, pid, startedAt } = ownIdentity();
  const { id: machine, boot } = thisMachine();
  const find = `SELECT id FROM processes WHERE scope = ? AND pid = ? AND started_at = ?`;
  const row = database.row(find, scope, pid, startedAt);
  if (row !== undefined) return Number(row["id"]);
  database.run(
    `INSERT INTO processes (scope, pid, started_at, machine, boot) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    scope,
    pid,
    startedAt,
    machine,
    boot,
  );
  return Number(database.row(find, scope, pid, startedAt)?.["id"]);
}

/** Whether the process of a row with its columns, and an entry's `at_ms`, has ended. */
export function isGone(row: Row, nowMs: number): boolean {
  const running = isRunning({
    scope: textOf(row["scope"]),
    pid: Number(row["pid"]),
    startedAt: Number(row["started_at"]),
  });
  if (running !== null) return !running;
  if (wasRestartedSince({ id: textOf(row["machine"]), boot: textOf(row["boot"]) })) return true;
  return nowMs - Number(row["at_ms"]) > unknownProcessMaxAgeMs;
}
