import { setTimeout as wait } from "node:timers/promises";
import { ToolError } from "@toolwright/core";
import type { Job, Readiness, ReadinessOptions, ReadinessResult } from "@toolwright/core/ports";
import { plainText } from "../output/plain-text.ts";
import { findListener } from "./listening-port.ts";
import { LinePattern } from "./line-pattern.ts";

/** Calls a function after each output and the end of the job; returns a function that stops it. */
export type Watch = (watcher: () => void) => () => void;

type Check = () => Promise<ReadinessResult | null> | ReadinessResult | null;

const portPauseMs = 100;
/** Limits the searched output, so that a flood costs little. */
const outputPauseMs = 25;
const bytesALook = 256 * 1024;

export async function waitUntilReady(
  job: Pick<Job, "read" | "state" | "processId">,
  condition: Readiness,
  { timeoutMs, signal }: ReadinessOptions,
  watch: Watch,
): Promise<ReadinessResult> {
  const isPort = "port" in condition;
  const port = isPort ? portCheck(job, condition.port) : null;
  const check: Check =
    port?.check ?? patternCheck(job, condition as Exclude<Readiness, { port: number }>);
  const deadline = performance.now() + timeoutMs;
  let wake = Promise.withResolvers<void>();
  const unwatch = watch(() => wake.resolve());
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Checked before the search, so that the last output is searched as well.
      const hasEnded = job.state.status !== "running";
      wake = Promise.withResolvers<void>();
      const result = await check();
      if (result !== null) return result;
      if (hasEnded) return { outcome: "ended" };
      const leftMs = deadline - performance.now();
      if (leftMs <= 0)
        return port?.isForeign()
          ? { outcome: "timeout", foreignListener: true }
          : { outcome: "timeout" };
      await pause(
        isPort ? portPauseMs : outputPauseMs,
        leftMs,
        isPort ? null : wake.promise,
        signal,
      );
    }
  } finally {
    unwatch();
  }
}

/** Waits a moment for a port; for output, waits until there is some and then a moment longer. */
async function pause(
  pauseMs: number,
  leftMs: number,
  news: Promise<void> | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  const sleep = async (ms: number): Promise<void> => {
    await wait(Math.min(ms, leftMs), undefined, { signal: either }).catch(() => undefined);
  };
  try {
    if (news !== null) await Promise.race([news, sleep(leftMs)]);
  } finally {
    stop.abort();
  }
  const after = news === null ? pauseMs : Math.min(pauseMs, leftMs);
  await wait(Math.min(after, leftMs), undefined, signal === undefined ? {} : { signal }).catch(
    () => undefined,
  );
}

function patternCheck(
  job: Pick<Job, "read">,
  { pattern, since = 0 }: Exclude<Readiness, { port: number }>,
): Check {
  const lines = new LinePattern(pattern);
  let cursor = since;
  /** The beginning of an unfinished line. */
  let open = "";
  return () => {
    for (;;) {
      const {
        text,
        cursor: next,
        remainingBytes,
      } = job.read({ since: cursor, maxBytes: bytesALook });
      if (next === cursor) return null;
      cursor = next;
      const all = plainText(open + text);
      const line = lines.find(all);
      if (line !== null) return { outcome: "ready", line };
      open = all.slice(all.lastIndexOf("\n") + 1).slice(0, bytesALook);
      if (remainingBytes === 0) return null;
    }
  };
}

function portCheck(
  job: Pick<Job, "processId">,
  port: number,
): { readonly check: Check; readonly isForeign: () => boolean } {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ToolError("input-invalid", `There is no port ${port}: ports are 1 to 65535.`);
  }
  let wasForeign: boolean | undefined;
  return {
    async check() {
      const listener = await findListener(port, job.processId);
      wasForeign ??= listener === "foreign";
      const isReady = listener === "own" || (listener === "foreign" && !wasForeign);
      return isReady ? { outcome: "ready" } : null;
    },
    isForeign: () => wasForeign === true,
  };
}
