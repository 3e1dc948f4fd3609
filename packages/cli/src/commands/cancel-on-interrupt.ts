import type { Session } from "@toolwright/core";
import type { ProgramContext } from "../program-context.ts";

export interface Interrupt {
  readonly isInterrupted: boolean;
  /** Restores the default handling of signals. */
  stop(): void;
}

/**
 * Cancels the session's calls on Ctrl-C and similar signals, so that they clean up. A second signal
 * ends the process at once.
 */
export function cancelOnInterrupt(
  session: Session,
  program: ProgramContext,
  onInterrupt?: () => void,
): Interrupt {
  let isInterrupted = false;
  const stop = program.onInterrupt(() => {
    if (isInterrupted) {
      program.exit(130);
      return;
    }
    isInterrupted = true;
    session.cancel(undefined, "Interrupted.");
    onInterrupt?.();
  });
  return {
    get isInterrupted() {
      return isInterrupted;
    },
    stop,
  };
}
