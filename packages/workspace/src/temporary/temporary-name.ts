import { randomBytes } from "node:crypto";
import { type ProcessIdentity, ownIdentity } from "./process-identity.ts";

const pattern = /^\.toolwright-([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,16})-[0-9a-f]{16}\.tmp$/;

/** A hidden name that nobody can guess and that tells which process is writing it. */
export function temporaryName(): string {
  const { scope, pid, startedAt } = ownIdentity();
  return `.toolwright-${scope}-${pid}-${startedAt}-${randomBytes(8).toString("hex")}.tmp`;
}

/**
 * The same for what is replaced, as long as it may have to come back. Only the transaction that
 * made it, or the recovery of that one, takes it away.
 */
export function backupName(): string {
  return temporaryName().replace(/tmp$/, "old");
}

/** Who wrote a temporary file of ours; null for every other name. */
export function writerOf(name: string): ProcessIdentity | null {
  const [, scope, pid, startedAt] = pattern.exec(name) ?? [];
  if (scope === undefined) return null;
  return { scope, pid: Number(pid), startedAt: Number(startedAt) };
}
