import { type Mode, modes, type Session } from "@toolwright/core";
import type { TerminalOptions } from "../terminal-options.ts";
import type { AgentDesk } from "./agent-desk.ts";
import { modeNote } from "./notes.ts";

export interface ModeSwitchOptions {
  readonly session: Session;
  readonly setMode?: NonNullable<TerminalOptions["setMode"]>;
  readonly desk: AgentDesk;
}

/** The mode that follows in a circle. */
export function modeAfter(mode: Mode): Mode {
  return modes[(modes.indexOf(mode) + 1) % modes.length] ?? mode;
}

/** Changes the mode as far as the settings allow, and tells the model. */
export async function switchMode(
  mode: Mode,
  { session, setMode, desk }: ModeSwitchOptions,
): Promise<void> {
  const before = session.policy.mode;
  if (setMode === undefined) session.setMode(mode);
  else await setMode(mode);
  const { mode: now } = session.policy;
  if (desk.model !== null && now !== before) desk.note(modeNote(now));
}
