import { randomBytes } from "node:crypto";
import { type ProcessIdentity, ownIdentity } from "./process-identity.ts";

const pattern = /^\.toolwright-([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,16})-[0-9a-f]{16}\.tmp$/;

/** A hidden name that nobody can guess and that identifies the process writing the file. */
export function temporaryName(): string {
  const { scope, pid, startedAt } = ownIdentity();
  return `.toolwright-${scope}-${pid}-${startedAt}-${randomBytes(8).toString("hex")}.tmp`;
}

/**
 * The same for a replaced file, kept while it may have to be restored. Only the transaction that
 * created it, or that transaction's recovery, removes it.
 */
export function backupName(): string {
  return temporaryName().replace(/tmp$/, "old");
}

/** The process that wrote one of our temporary files; null for any other name. */
export function writerOf(name: string): ProcessIdentity | null {
  const [, scope, pid, startedAt] = pattern.exec(name) ?? [];
  if (scope === undefined) return null;
  return { scope, pid: Number(pid), startedAt: Number(startedAt) };
}
