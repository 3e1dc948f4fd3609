import type { Call } from "./call.ts";

/**
 * Waits until nothing before the call in the queue conflicts with it. From then on, conflicting calls wait
 * for this one. Errors: Cancellation; `internal` when calls would wait for each other forever.
 */
export async function waitForTurn(call: Call): Promise<void> {
  call.throwIfCancelled();
  const turn = call.ticket.ready();
  if (turn === undefined) return;
  const leave = call.onCancel(() => call.ticket.abandon());
  try {
    await turn;
  } finally {
    leave();
  }
  call.throwIfCancelled();
}
