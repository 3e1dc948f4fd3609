import type { GrantStore } from "@toolwright/core";
import { createGrantStore, grantFile } from "@toolwright/workspace";
import { userGrantFile } from "@toolwright/workspace/internal";
import { type Places, realRoot } from "../places.ts";

/** The absolute paths of the grant files, which may not exist yet. */
export function grantFilesOf({ stateDirectory, workspace }: Places): readonly string[] {
  return [grantFile(stateDirectory, realRoot(workspace)), userGrantFile(stateDirectory)];
}

/** The grants for the workspace and for every folder. */
export function grantsOf({ stateDirectory, workspace }: Places): GrantStore {
  return createGrantStore(
    grantFile(stateDirectory, realRoot(workspace)),
    userGrantFile(stateDirectory),
  );
}
