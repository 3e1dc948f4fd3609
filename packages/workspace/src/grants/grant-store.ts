import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Grant, GrantStore } from "@toolwright/core";
import { systemCode } from "../access/failures.ts";
import { WorkspaceError } from "../errors.ts";
import { ProcessLock } from "../locks/process-lock.ts";
import { parseGrants, renderGrants } from "./grant-file.ts";

/** The file of one workspace's grants, named after its first root's real path. */
export function grantFile(stateDirectory: string, root: string): string {
  const key = createHash("sha256").update(root).digest("hex").slice(0, 32);
  return join(stateDirectory, "grants", `${key}.json`);
}

/**
 * Grants that outlive their session, in one JSON file that only this user can read. A missing file
 * holds none. Adding keeps what other processes added.
 *
 * Errors: WorkspaceError `grants-invalid` when the file can't be understood: it was moved aside,
 * the message says where to, and from then on there are none; one written by a newer version is
 * left alone, and so is one that can't be read.
 */
export function createGrantStore(file: string): GrantStore {
  const lock = new ProcessLock(join(dirname(file), "locks"));
  return {
    list: async () => readGrants(file),
    add: (grant) =>
      lock.hold([file], () => {
        const others = readGrants(file).filter(({ id }) => id !== grant.id);
        replace(file, renderGrants([...others, grant]));
      }),
  };
}

function readGrants(file: string): readonly Grant[] {
  const text = textOf(file);
  if (text === null) return [];
  const parsed = parseGrants(text);
  if ("grants" in parsed) return parsed.grants;
  if (parsed.isNewer) {
    throw new WorkspaceError(
      "grants-invalid",
      file,
      `The grants in ${file} were written by a newer version of this program. Use that one.`,
    );
  }
  const aside = `${file}.corrupt-${randomBytes(4).toString("hex")}`;
  renameSync(file, aside);
  throw new WorkspaceError(
    "grants-invalid",
    file,
    `The grants in ${file} can't be understood (${parsed.problem}), so none are in force. The file ` +
      `was moved to ${aside}: mend it and move it back, or give the grants again.`,
  );
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = systemCode(error);
    // A file where the directory should be holds no grants either.
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new WorkspaceError(
      "grants-invalid",
      file,
      `The grants in ${file} can't be read (${code ?? "unknown error"}). Make the file readable, or ` +
        "remove it to have none.",
      error,
    );
  }
}

function replace(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
