import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { replaceStateFile } from "../state/replace-state-file.ts";
import { readStateFile } from "../state/read-state-file.ts";

const formatVersion = 1;

/** Records that a person accepted a folder's configuration as it was then. */
export interface TrustRecord {
  /** The real path of the workspace's root. */
  readonly root: string;
  /** The hash of the accepted content, from `readTrustedContent`. */
  readonly hash: string;
  readonly trustedAtMs: number;
}

/** The folders a person trusts. Stored elsewhere, so that no folder can declare itself trusted. */
export interface TrustStore {
  /** Null if there is no valid record: then the folder isn't trusted. */
  find(root: string): TrustRecord | null;
  /** Errors: those of the file system. */
  accept(record: TrustRecord): void;
  /** False if there was no record. Errors: those of the file system. */
  remove(root: string): boolean;
}

/** One small file per folder in the state directory, readable by this user alone. */
export function createTrustStore(stateDirectory: string): TrustStore {
  const fileOf = (root: string): string => {
    const key = createHash("sha256").update(root).digest("hex").slice(0, 32);
    return join(stateDirectory, "trust", `${key}.json`);
  };
  return {
    find: (root) => {
      const record = parseRecord(textOf(fileOf(root)));
      return record?.root === root ? record : null;
    },
    accept: (record) => {
      const text = JSON.stringify({ version: formatVersion, ...record }, null, 2);
      replaceStateFile(fileOf(record.root), `${text}\n`);
    },
    remove: (root) => {
      const isThere = textOf(fileOf(root)) !== null;
      rmSync(fileOf(root), { force: true });
      return isThere;
    },
  };
}

function textOf(file: string): string | null {
  try {
    return readStateFile(file).toString();
  } catch {
    // An unreadable record counts as untrusted, which is the safe choice.
    return null;
  }
}

function parseRecord(text: string | null): TrustRecord | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { version, root, hash, trustedAtMs }: Readonly<Record<string, unknown>> = { ...value };
  return version === formatVersion &&
    typeof root === "string" &&
    typeof hash === "string" &&
    typeof trustedAtMs === "number"
    ? { root, hash, trustedAtMs }
    : null;
}
