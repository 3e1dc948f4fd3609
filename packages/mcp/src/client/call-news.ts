import type { InvocationUpdate, ToolContext } from "@toolwright/core";
import { isAtLeast, type LogMessage } from "../log-level.ts";
import { plainAnswer, plainText } from "./plain-text.ts";
import type { Timers } from "./timers.ts";

/** A server's progress notification. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** This many notifications pass without delay; a server may send one for each of a million rows. */
const progressBurst = 200;
const progressEveryMs = 50;
/** Limits of one call. */
const maxLogMessages = 1_000;
const maxLogCharacters = 32_000;

/**
 * Passes a server's progress and log messages of a call to its watchers. Beyond the bounds, it shows the
 * latest progress at intervals and always the last; excess log messages are only counted.
 */
export class CallNews {
  readonly #context: Pick<ToolContext, "update" | "logLevel">;
  readonly #timers: Timers;
  #shown = 0;
  #waiting: Progress | null = null;
  #stopTimer: (() => void) | null = null;
  #logged = 0;

  constructor(context: Pick<ToolContext, "update" | "logLevel">, timers: Timers) {
    this.#context = context;
    this.#timers = timers;
  }

  progress(progress: Progress): void {
    if (this.#shown < progressBurst) {
      this.#shown += 1;
      this.#context.update(updateOf(progress));
      return;
    }
    this.#waiting = progress;
    this.#stopTimer ??= this.#timers.after(progressEveryMs, () => this.#showWaiting());
  }

  log(message: LogMessage): void {
    const { logLevel, update } = this.#context;
    if (!isAtLeast(message.level, logLevel)) return;
    this.#logged += 1;
    if (this.#logged <= maxLogMessages) update({ log: plainAnswer(bounded(message)) });
  }

  /** Shows what is waiting. Call it before the call ends, since later updates are lost. */
  end(): void {
    this.#showWaiting();
    const more = this.#logged - maxLogMessages;
    if (more <= 0) return;
    this.#context.update({
      log: { level: "warning", data: `${more} more log messages of this call are not shown` },
    });
  }

  #showWaiting(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#waiting !== null) this.#context.update(updateOf(this.#waiting));
    this.#waiting = null;
  }
}

function bounded({ data, ...message }: LogMessage): LogMessage {
  const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  if (text.length <= maxLogCharacters) return { ...message, data };
  const cut = `${text.slice(0, maxLogCharacters)}… (${text.length} characters)`;
  return { ...message, data: cut };
}

function updateOf({ progress: done, total, message: given }: Progress): InvocationUpdate {
  const message = given === undefined ? undefined : plainText(given);
  const share = total === undefined ? String(done) : `${done}/${total}`;
  return {
    title: message === undefined || message === "" ? share : `${message} (${share})`,
    metadata: {
      progress: {
        done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      },
    },
  };
}
