import { rmSync } from "node:fs";
import { join } from "node:path";
import { ProcessLock, readStateFile, replaceStateFile } from "@toolwright/workspace/state";
import { identityOf } from "../configuration/identity.ts";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { type Credentials, parseCredentials, renderCredentials } from "./credentials.ts";

/** One process refreshes a rotating token while the others wait for its result. */
const longestRefreshMs = 60_000;

/** Credentials by the server's address, whatever its name. */
export interface CredentialStore {
  /** The current credentials; null when there are none or they cannot be parsed. */
  read(server: ServerConfiguration): Credentials | null;
  /** Runs `work` while no other process can change the server's credentials. */
  exclusively<Result>(
    server: ServerConfiguration,
    work: (slot: CredentialSlot) => Promise<Result>,
  ): Promise<Result>;
  /** Returns false when there were none. */
  remove(server: ServerConfiguration): Promise<boolean>;
}

/** One server's credentials while its lock is held. */
export interface CredentialSlot {
  read(): Credentials | null;
  /** Errors: those of the file system. */
  write(credentials: Credentials): void;
}

/** One file for each server in the state directory, readable by this user only. */
export function createCredentialStore(stateDirectory: string): CredentialStore {
  const directory = join(stateDirectory, "mcp", "authorization");
  const lock = new ProcessLock(join(directory, "locks"), longestRefreshMs);
  const fileOf = (server: ServerConfiguration): string =>
    join(directory, `${identityOf(server)}.json`);
  return {
    read: (server) => readIn(fileOf(server)),
    exclusively: (server, work) => {
      const file = fileOf(server);
      const slot: CredentialSlot = {
        read: () => readIn(file),
        write: (credentials) => replaceStateFile(file, renderCredentials(credentials)),
      };
      return lock.holdUntil([file], () => work(slot));
    },
    remove: (server) => {
      const file = fileOf(server);
      return lock.hold([file], () => {
        const isThere = textIn(file) !== null;
        rmSync(file, { force: true });
        return isThere;
      });
    },
  };
}

function readIn(file: string): Credentials | null {
  const text = textIn(file);
  return text === null ? null : parseCredentials(text);
}

function textIn(file: string): string | null {
  try {
    return readStateFile(file).toString();
  } catch {
    // An unreadable file counts as absent: the person logs in again.
    return null;
  }
}
