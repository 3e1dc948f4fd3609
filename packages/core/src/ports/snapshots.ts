import type { Effect } from "../effects/effect.ts";

/** Remembers what is there before a call changes it, and finds out afterwards what it changed. */
export interface Snapshots {
  /** Before the call runs. The returned function is called after it, however it ended. */
  before(call: {
    readonly sessionId: string;
    readonly callId: string;
    readonly effects: readonly Effect[];
  }): Promise<() => Promise<void>>;
}
