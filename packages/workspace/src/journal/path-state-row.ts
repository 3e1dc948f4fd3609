import type { ContentStore } from "./content-store.ts";
import type { Cell } from "./journal-database.ts";
import type { PathState } from "./journal-store.ts";

export interface PackedState {
  readonly state: string;
  /** The number of the content's row. */
  readonly blob: number | null;
}

/** Rows refer to contents by number: a hash would add forty bytes to each index. */
export function packState(state: PathState, contents: Pick<ContentStore, "nameOf">): PackedState {
  if (state.kind !== "file" || state.blob === null) {
    return { state: JSON.stringify(state), blob: null };
  }
  const blob = contents.nameOf(state.blob);
  const { blob: _blob, ...facts } = state;
  const reason = blob === null && { blob, reason: "Its content wasn't kept." };
  return { state: JSON.stringify({ ...facts, ...reason }), blob };
}

export function unpackState(state: Cell, hash: Cell): PathState | null {
  if (typeof state !== "string") return null;
  const facts = JSON.parse(state) as PathState;
  if (!(hash instanceof Uint8Array)) return facts;
  return { ...facts, blob: Buffer.from(hash).toString("hex") } as PathState;
}
