import { join } from "node:path";
import type { Machine } from "./host-folders.ts";
import type { HostName } from "./host-names.ts";
import { hostsOn } from "./hosts.ts";

/** A host's file with MCP servers. */
export interface ServerFile {
  readonly host: HostName;
  /** Absolute. */
  readonly path: string;
  /** False for a file in the workspace, which anybody may have written. */
  readonly isOwn: boolean;
  /** The key of the servers by name. */
  readonly key: string;
}

/** The files in which known hosts keep servers, whether they exist or not. */
export function serverFiles(machine: Machine, workspace: string): readonly ServerFile[] {
  const known = hostsOn(machine).flatMap(({ id, servers }) =>
    servers === undefined ? [] : [{ host: id, ...servers }],
  );
  const own = known.map(({ host, file, key }) => ({ host, path: file, isOwn: true, key }));
  const ofProject = known.flatMap(({ host, projectFile, key }) =>
    projectFile === undefined
      ? []
      : [{ host, path: join(workspace, projectFile), isOwn: false, key }],
  );
  return [...own, ...ofProject];
}
