import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { replaceStateFile } from "../state/replace-state-file.ts";
import { readStateFile } from "../state/read-state-file.ts";

const formatVersion = 1;

/** That a person accepted a folder's configuration, as it was then. */
export interface TrustRecord {
  /** The real path of the workspace's root. */
  readonly root: string;
  /** Of the content that was accepted: `readTrustedContent`. */
  readonly hash: string;
  readonly trustedAtMs: number;
}

/** Which folders a person trusts. Kept outside of them, so that no folder can vote for itself. */
export interface TrustStore {
  /** Null when there is none, or none that can be understood: then the folder isn't trusted. */
  find(root: string): TrustRecord | null;
  /** Errors: those of the file system. */
  accept(record: TrustRecord): void;
  /** False when there was none. Errors: those of the file system. */
  remove(root: string): boolean;
}

/** One small file a folder, for this user alone, below the state directory. */
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
    // Unreadable is untrusted: nothing is lost but a loosening.
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
