import type { Call } from "./call.ts";

/**
 * Waits until nothing before the call in the queue conflicts with it. It holds off what conflicts
 * from then on. Errors: Cancellation; `internal` when calls would wait for each other for ever.
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
