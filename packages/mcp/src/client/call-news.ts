import type { InvocationUpdate, ToolContext } from "@toolwright/core";
import { isAtLeast, type LogMessage } from "../log-level.ts";
import { plainAnswer, plainText } from "./plain-text.ts";
import type { Timers } from "./timers.ts";

/** What a server tells of its progress. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** So much progress is shown as it comes: a server may tell of each of a million rows. */
const progressBurst = 200;
const progressEveryMs = 50;
/** Of one call. */
const maxLogMessages = 1_000;
const maxLogCharacters = 32_000;

/**
 * What a server tells while a call runs, for whoever watches the call. Within bounds nothing is left out: of a flood of
 * progress the latest is shown now and then, and the last always; of a flood of log messages the rest is counted.
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

  /** Before the call's own end: nothing is shown after that. */
  end(): void {
    this.#showWaiting();
    const more = this.#logged - maxLogMessages;
    if (more <= 0) return;
    this.#context.update({
      log: { level: "warning", data: `${more} more log messages of this call aren't shown` },
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
