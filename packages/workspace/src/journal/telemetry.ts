import type { AwaitableJournal, JournalEntry } from "./journal-store.ts";
import { oldestFirst } from "./oldest-first.ts";

/** A call as OpenTelemetry describes the execution of a tool, without its input and result. */
export interface ToolSpan {
  readonly name: string;
  readonly startTimeMs: number;
  readonly endTimeMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Null if the call succeeded. */
  readonly error: string | null;
}

/** The part of a `Tracer` of `@opentelemetry/api` that is used. */
export interface SpanTracer {
  startSpan(
    name: string,
    options: {
      readonly startTime: Date;
      /** A copy, so that the tracer may change it. */
      readonly attributes: Record<string, string | number>;
    },
  ): {
    setStatus(status: { readonly code: 2; readonly message?: string }): unknown;
    end(time: Date): void;
  };
}

/**
 * Names of attributes change from version to version, so they appear only here. Source:
 * OpenTelemetry semantic conventions 1.45 for generative AI, "Execute tool span".
 */
export function toolSpan(entry: JournalEntry): ToolSpan {
  const { outcome, decision, status } = entry;
  const isWell = status === "ok" || status === "open";
  const errorType = outcome?.error?.code ?? (isWell ? null : status);
  return {
    name: `execute_tool ${entry.tool}`,
    startTimeMs: entry.startedAtMs,
    endTimeMs: entry.endedAtMs ?? entry.startedAtMs,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": entry.tool,
      "gen_ai.tool.call.id": entry.callId,
      "gen_ai.tool.type": "function",
      "gen_ai.agent.name": entry.agent,
      "gen_ai.conversation.id": entry.sessionId,
      ...(errorType !== null && { "error.type": errorType }),
      "toolwright.entry": entry.id,
      "toolwright.turn": entry.turn,
      "toolwright.status": status,
      ...(decision !== null && {
        "toolwright.decision": decision.decision,
        "toolwright.mode": decision.mode,
      }),
      ...(entry.changeCount !== null && { "toolwright.changes": entry.changeCount }),
    },
    error: errorType === null ? null : (outcome?.error?.code ?? status),
  };
}

/**
 * Sends every ended call to OpenTelemetry, oldest first, as spans with the time of the call. The
 * tracer is that of `@opentelemetry/api`, with any SDK that the caller has set up.
 *
 * Returns the number of calls.
 */
export async function exportToOpenTelemetry(
  journal: Pick<AwaitableJournal, "entries">,
  tracer: SpanTracer,
  query: { readonly sessionId?: string } = {},
): Promise<number> {
  let count = 0;
  for await (const entry of oldestFirst(journal, query)) {
    if (entry.kind !== "call" || entry.status === "open") continue;
    const { name, startTimeMs, endTimeMs, attributes, error } = toolSpan(entry);
    const span = tracer.startSpan(name, {
      startTime: new Date(startTimeMs),
      attributes: { ...attributes },
    });
    // SpanStatusCode.ERROR
    if (error !== null) span.setStatus({ code: 2, message: error });
    span.end(new Date(endTimeMs));
    count += 1;
  }
  return count;
}
