import { createHash, randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Grant, GrantStore } from "@toolwright/core";
import { isLiveGrant } from "@toolwright/core/internal";
import { systemCode } from "../access/failures.ts";
import { WorkspaceError } from "../errors.ts";
import { ProcessLock } from "../locks/process-lock.ts";
import { replaceStateFile } from "../state/replace-state-file.ts";
import { parseGrants, renderGrants } from "./grant-file.ts";
import { readStateFile } from "../state/read-state-file.ts";

/** The file of one workspace's grants, named after its first root's real path. */
export function grantFile(stateDirectory: string, root: string): string {
  const key = createHash("sha256").update(root).digest("hex").slice(0, 32);
  return join(stateDirectory, "grants", `${key}.json`);
}

/** The file of the grants that a user gave for all workspaces. */
export function userGrantFile(stateDirectory: string): string {
  return join(stateDirectory, "grants", "user.json");
}

/**
 * Grants in JSON files that only this user can read: one file for the workspace and, if given, one
 * for grants of scope `user`. A missing file holds none. Concurrent changes by other processes are
 * kept.
 *
 * Errors: WorkspaceError `grants-invalid` when a file can't be parsed. The file is then moved
 * aside, the message says where, and there are no grants from then on. A file written by a newer
 * version, or one that can't be read, is left alone.
 */
export function createGrantStore(file: string, userFile: string = file): GrantStore {
  const lock = new ProcessLock(join(dirname(file), "locks"));
  const files = userFile === file ? [file] : [file, userFile];
  return {
    list: async () => files.flatMap(readGrants),
    add: (grant) => {
      const target = grant.scope === "user" ? userFile : file;
      return lock.hold([target], () => {
        const others = readGrants(target).filter(({ id }) => id !== grant.id);
        replaceStateFile(target, renderGrants([...others, grant]));
      });
    },
    remove: (id) =>
      lock.hold(files, () => {
        const holding = files.filter((each) => readGrants(each).some((grant) => grant.id === id));
        for (const each of holding) {
          const others = readGrants(each).filter((grant) => grant.id !== id);
          replaceStateFile(each, renderGrants(others));
        }
        return holding.length > 0;
      }),
    async use(ids, nowMs) {
      // Most grants have no limit of uses, so using them writes nothing.
      const known = files.flatMap(readGrants);
      const refused = refusedOf(ids, known, nowMs);
      if (refused.length > 0 || !known.some((grant) => ids.includes(grant.id) && isSpent(grant))) {
        return refused;
      }
      return lock.hold(files, () => useUnderLock(files, ids, nowMs));
    },
  };
}

function useUnderLock(
  files: readonly string[],
  ids: readonly string[],
  nowMs: number,
): readonly string[] {
  const refused = refusedOf(ids, files.flatMap(readGrants), nowMs);
  if (refused.length > 0) return refused;
  for (const file of files) {
    const grants = readGrants(file);
    const isTouched = grants.some((grant) => ids.includes(grant.id) && isSpent(grant));
    if (!isTouched) continue;
    const left = grants
      .flatMap((grant) => (ids.includes(grant.id) ? afterUse(grant) : [grant]))
      .filter((grant) => isLiveGrant(grant, nowMs));
    replaceStateFile(file, renderGrants(left));
  }
  return [];
}

function refusedOf(
  ids: readonly string[],
  grants: readonly Grant[],
  nowMs: number,
): readonly string[] {
  return ids.filter((id) => !grants.some((grant) => grant.id === id && isLiveGrant(grant, nowMs)));
}

/** Whether using the grant changes the file. */
function isSpent({ scope, usesLeft }: Grant): boolean {
  return usesLeft !== undefined || scope === "once" || scope === "session";
}

function afterUse(grant: Grant): readonly Grant[] {
  // The session that used the grant keeps it from now on, and drops it at its end.
  if (grant.scope === "once" || grant.scope === "session") return [];
  return grant.usesLeft === undefined ? [grant] : [{ ...grant, usesLeft: grant.usesLeft - 1 }];
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
      `The grants in ${file} were written by a newer version of this program. Use that version.`,
    );
  }
  const aside = `${file}.corrupt-${randomBytes(4).toString("hex")}`;
  renameSync(file, aside);
  throw new WorkspaceError(
    "grants-invalid",
    file,
    `The grants in ${file} can't be parsed (${parsed.problem}), so none are in force. The file ` +
      `was moved to ${aside}: repair it and move it back, or give the grants again.`,
  );
}

function textOf(file: string): string | null {
  try {
    return readStateFile(file).toString();
  } catch (error) {
    const code = systemCode(error);
    // A file where the directory should be holds no grants either.
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new WorkspaceError(
      "grants-invalid",
      file,
      `The grants in ${file} can't be read (${code ?? "unknown error"}). Make the file readable, or ` +
        "delete it to start without grants.",
      error,
    );
  }
}
