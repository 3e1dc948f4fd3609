import type { InvocationUpdate } from "@toolwright/core";
import type { LogLevel } from "@toolwright/core/internal";

export type LogMessage = NonNullable<InvocationUpdate["log"]>;

/** From the least severe on. */
const levels: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** Whether a message passes a threshold of `least`. */
export function isAtLeast(level: LogLevel, least: LogLevel | undefined): boolean {
  return least !== undefined && levels.indexOf(level) >= levels.indexOf(least);
}
