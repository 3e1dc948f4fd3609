import type { SessionEvent } from "@toolwright/core";

/** The text that an event appends to the live output; empty for none. */
export function liveText(event: SessionEvent): string {
  switch (event.type) {
    case "invocation-prepared":
      return `\n▶ ${event.summary}\n`;
    case "invocation-update":
      return event.update.output ?? "";
    case "invocation-end": {
      const { status, durationMs, error } = event.outcome;
      const why = error === null ? "" : `: ${error.message}`;
      return `\n${status === "ok" ? "✔" : "✘"} ${event.outcome.tool} ${status} after ${Math.round(durationMs)} ms${why}\n`;
    }
    default:
      return "";
  }
}
