import type { Call } from "./call.ts";

/**
 * Waits until nothing before the call in the queue conflicts with it. It holds off what conflicts
 * from then on. Errors: Cancellation; `internal` when calls would wait for each other for ever.
 */
export function waitForTurn(call: Call): Promise<void> | undefined {
  call.throwIfCancelled();
  const turn = call.ticket.ready();
  return turn === undefined ? undefined : wait(call, turn);
}

async function wait(call: Call, turn: Promise<void>): Promise<void> {
  const leave = call.onCancel(() => call.ticket.abandon());
  try {
    await turn;
  } finally {
    leave();
  }
  call.throwIfCancelled();
}
