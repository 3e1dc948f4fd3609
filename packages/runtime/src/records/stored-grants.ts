import type { GrantStore } from "@toolwright/core";
import { createGrantStore, grantFile } from "@toolwright/workspace";
import { userGrantFile } from "@toolwright/workspace/internal";
import { type Places, realRoot } from "../places.ts";

/** Where they are kept; absolute paths of files that may not be there yet. */
export function grantFilesOf({ stateDirectory, workspace }: Places): readonly string[] {
  return [grantFile(stateDirectory, realRoot(workspace)), userGrantFile(stateDirectory)];
}

/** What people granted for the folder to work in, and everywhere. */
export function grantsOf({ stateDirectory, workspace }: Places): GrantStore {
  return createGrantStore(
    grantFile(stateDirectory, realRoot(workspace)),
    userGrantFile(stateDirectory),
  );
}
