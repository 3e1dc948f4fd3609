import { type Mode, modes, type Session } from "@toolwright/core";
import type { TerminalOptions } from "../terminal-options.ts";

export interface ModeSwitchOptions {
  readonly session: Session;
  readonly setMode?: NonNullable<TerminalOptions["setMode"]>;
}

/** The mode that follows in a circle. */
export function modeAfter(mode: Mode): Mode {
  return modes[(modes.indexOf(mode) + 1) % modes.length] ?? mode;
}

/** Changes the mode as far as the settings allow. The agent tells its model. */
export async function switchMode(
  mode: Mode,
  { session, setMode }: ModeSwitchOptions,
): Promise<void> {
  if (setMode === undefined) session.setMode(mode);
  else await setMode(mode);
}
