import { useAnimation, useApp, useCursor, useInput, usePaste, useStdout, useWindowSize } from "ink";
import { type ReactElement, useEffect, useSyncExternalStore } from "react";
import { keyPresses } from "../prompt/key-press.ts";
import type { Look } from "../text/look.ts";
import type { HandsOn } from "./hands-on.ts";
import { layOutLive } from "./live-layout.ts";
import { StyledRows } from "./styled-rows.tsx";
import { Transcript } from "./transcript.tsx";

export interface ScreenProps {
  readonly handsOn: HandsOn;
  readonly look: Look;
}

const spinnerMs = 100;

/** Erases the screen and what was scrolled out of it, and goes to its top. */
const emptyScreen = "\u001b[2J\u001b[3J\u001b[H";

/** Draws what the hands-on terminal knows, and hands it keys, pastes and the terminal's size. */
export function Screen({ handsOn, look }: ScreenProps): ReactElement {
  const state = useSyncExternalStore(handsOn.subscribe, handsOn.state);
  const { exit } = useApp();
  const { write } = useStdout();
  const size = useWindowSize();
  const { setCursorPosition } = useCursor();
  const isRunning = state.calls.some(({ isAsking }) => !isAsking) && !state.isOver;
  const { frame } = useAnimation({ interval: spinnerMs, isActive: isRunning });

  useInput((input, key) => {
    for (const press of keyPresses(input, key)) handsOn.press(press);
  });
  usePaste((text) => handsOn.paste(text));
  useEffect(() => handsOn.resize(size), [handsOn, size]);
  useEffect(() => handsOn.onClear(() => write(emptyScreen)), [handsOn, write]);
  useEffect(() => handsOn.drawn(write), [handsOn, write, state.entryIds]);
  useEffect(() => {
    if (state.isOver) exit();
  }, [state.isOver, exit]);

  const live = layOutLive(state, handsOn.liveOptions(size, frame));
  setCursorPosition(live.cursor ?? undefined);
  return (
    <>
      <Transcript ids={state.entryIds} entryOf={handsOn.entryOf} look={look} />
      <StyledRows rows={live.rows} look={look} />
    </>
  );
}
