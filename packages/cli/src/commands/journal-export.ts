import { createHash } from "node:crypto";
import type { JournalEntry } from "@toolwright/workspace";
import { oldestFirst, toolSpan } from "@toolwright/workspace/internal";
import type { ShownJournal } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { textOutput } from "../output/text-output.ts";
import { withJournal } from "./journal-controller.ts";

/** `toolwright journal export`: every entry, oldest first, or a session as a tape. */
export const journalExport: Command = async (command) => {
  if (command.arguments.value("tape") === undefined) return exportEntries(command);
  return (await import("./journal-tape.ts")).journalTape(command);
};

const exportEntries: Command = ({ arguments: parsed, program, version }) =>
  withJournal(parsed, program, async ({ journal }) => {
    const session = parsed.value("session");
    const isTelemetry = parsed.value("format") === "otel";
    const stdout = textOutput(program.stdout);
    const query = session === undefined ? {} : { sessionId: session };
    for await (const entry of oldestFirst(journal, query)) {
      if (stdout.isClosed) break;
      if (isTelemetry && (entry.kind !== "call" || entry.status === "open")) continue;
      const value = isTelemetry ? telemetryOf(entry, version) : await entryOf(entry, journal);
      const flushed = stdout.write(`${JSON.stringify(value)}\n`);
      if (flushed !== undefined) await flushed;
    }
    return 0;
  });

async function entryOf(entry: JournalEntry, journal: ShownJournal): Promise<object> {
  return { ...entry, changes: await journal.changes(entry.id) };
}

/** Source: OTLP 1.9, JSON encoding: identifiers in hexadecimal, 64-bit numbers as text. */
function telemetryOf(entry: JournalEntry, version: string): object {
  const { name, startTimeMs, endTimeMs, attributes, error } = toolSpan(entry);
  const scope = { name: "toolwright", version };
  const span = {
    // The calls of a session are one trace.
    traceId: idOf(entry.sessionId, 32),
    spanId: idOf(`${entry.sessionId}\0${entry.id}`, 16),
    name,
    kind: 1,
    startTimeUnixNano: nanoseconds(startTimeMs),
    endTimeUnixNano: nanoseconds(endTimeMs),
    attributes: attributesOf(attributes),
    status: error === null ? {} : { code: 2, message: error },
  };
  const resource = { attributes: attributesOf({ "service.name": "toolwright" }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] };
}

function attributesOf(attributes: Readonly<Record<string, string | number>>): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
  }));
}

function idOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

function nanoseconds(timeMs: number): string {
  return String(BigInt(Math.round(timeMs * 1_000)) * 1_000n);
}
