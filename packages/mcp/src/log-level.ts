import type { InvocationUpdate } from "@toolwright/core";
import type { LogLevel } from "@toolwright/core/internal";

export type LogMessage = NonNullable<InvocationUpdate["log"]>;

/** From the least on. */
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

/** Whether somebody who wants messages from `least` on wants this one. */
export function isAtLeast(level: LogLevel, least: LogLevel | undefined): boolean {
  return least !== undefined && levels.indexOf(level) >= levels.indexOf(least);
}
