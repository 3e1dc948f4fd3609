import type { Workspace } from "@toolwright/core";
import type { StateOf } from "../journal/interrupted.ts";
import { partsOf } from "../open-workspace.ts";
import { readState } from "./path-state.ts";
import { Places } from "./places.ts";

/** What a journal looks paths up with when it is opened after a crash. */
export function stateLook(workspace: Workspace): StateOf {
  const { containment, resolver } = partsOf(workspace);
  return (path, keep) => {
    const places = new Places({ containment, rootOf: (each) => resolver.rootOf(each) });
    try {
      return readState(places, path, { keep });
    } finally {
      places.close();
    }
  };
}
