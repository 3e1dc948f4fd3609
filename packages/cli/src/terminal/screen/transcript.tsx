import { Static } from "ink";
import type { ReactElement } from "react";
import type { Look } from "../text/look.ts";
import type { TranscriptEntry } from "./screen-state.ts";
import { StyledRows } from "./styled-rows.tsx";

export interface TranscriptProps {
  /** Of all entries so far; the library draws the new ones above the live part. */
  readonly ids: number[];
  readonly entryOf: (id: number) => TranscriptEntry | undefined;
  readonly look: Look;
}

/** What is finished: it goes into the terminal's own scrollback. */
export function Transcript({ ids, entryOf, look }: TranscriptProps): ReactElement {
  return (
    <Static items={ids}>
      {(id) => <StyledRows key={id} rows={entryOf(id)?.rows ?? []} look={look} />}
    </Static>
  );
}
