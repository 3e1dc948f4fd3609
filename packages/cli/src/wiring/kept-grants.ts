import type { GrantStore } from "@toolwright/core";
import { createGrantStore, grantFile, userGrantFile } from "@toolwright/workspace";
import { type Places, realRoot } from "./places.ts";

/** What people granted for the folder to work in, and everywhere. */
export function grantsOf({ stateDirectory, workspace }: Places): GrantStore {
  return createGrantStore(
    grantFile(stateDirectory, realRoot(workspace)),
    userGrantFile(stateDirectory),
  );
}
