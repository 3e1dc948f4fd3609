import type { AwaitableJournal, JournalEntry } from "./journal-store.ts";
import { oldestFirst } from "./oldest-first.ts";

/** A call as OpenTelemetry knows the execution of a tool. Neither its input nor its result is told. */
export interface ToolSpan {
  readonly name: string;
  readonly startTimeMs: number;
  readonly endTimeMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Null when the call was well. */
  readonly error: string | null;
}

/** What is used of a `Tracer` of `@opentelemetry/api`, which is one. */
export interface SpanTracer {
  startSpan(
    name: string,
    options: {
      readonly startTime: Date;
      /** A copy of the caller's own. */
      readonly attributes: Record<string, string | number>;
    },
  ): {
    setStatus(status: { readonly code: 2; readonly message?: string }): unknown;
    end(time: Date): void;
  };
}

/**
 * Names of attributes move from version to version: they stand here and nowhere else.
 * Source: OpenTelemetry semantic conventions 1.45 for generative AI, "Execute tool span".
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
 * Sends every call that has ended to OpenTelemetry, oldest first, as spans of the time when it
 * happened. The tracer is that of `@opentelemetry/api`, with whatever SDK the caller has set up.
 *
 * Returns how many.
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
