import type { Session } from "@toolwright/core";
import type { ProgramContext } from "../program-context.ts";

export interface Interrupt {
  readonly isInterrupted: boolean;
  /** From then on signals do what they always do. */
  stop(): void;
}

/**
 * Ctrl-C and the like cancel the session's calls, which then end in order and leave nothing behind;
 * the second one ends the process at once.
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
