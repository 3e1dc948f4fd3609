import type { Workspace } from "@toolwright/core";
import type { StateOf } from "../journal/interrupted.ts";
import { partsOf } from "../open-workspace.ts";
import { readState } from "./path-state.ts";
import { Places } from "./places.ts";

/** The lookup that a journal uses when it is opened after a crash. */
export function stateLook(workspace: Workspace): StateOf {
  const parts = partsOf(workspace);
  return (path, keep) => {
    const places = new Places(parts);
    try {
      return readState(places, path, { keep });
    } finally {
      places.close();
    }
  };
}
