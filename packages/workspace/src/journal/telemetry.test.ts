import { expect, test } from "vitest";
import { aCall, anIntent, aRecord, startMs } from "../fixtures/journal-calls-of.ts";
import { createMemoryJournal } from "./open-journal.ts";
import { oldestFirst } from "./oldest-first.ts";
import { exportToOpenTelemetry, type SpanTracer } from "./telemetry.ts";

test("exports ended calls as spans with their times, oldest first", async () => {
  let nowMs = startMs;
  const journal = createMemoryJournal({ now: () => nowMs });
  const failing = anIntent("1", { tool: "run_command" });
  void journal.recordIntent(failing);
  nowMs += 20;
  const error = { code: "command-failed", message: "It exits 1." } as const;
  void journal.recordOutcome(aRecord(failing, { status: "error", error }));
  aCall(journal, "2", [], { startedAtMs: nowMs });
  journal.beginRevert({ kind: "undo", sessionId: "session-1", reverts: [2], summary: "" });
  void journal.recordIntent(anIntent("open"));

  const spans: unknown[] = [];
  const tracer: SpanTracer = {
    startSpan(name, { startTime, attributes }) {
      const span = { name, from: startTime.getTime(), attributes, to: 0, status: {} };
      spans.push(span);
      return {
        setStatus: (status) => (span.status = status),
        end: (time) => void (span.to = time.getTime()),
      };
    },
  };
  expect(await exportToOpenTelemetry(journal, tracer)).toBe(2);
  expect(spans).toMatchObject([
    {
      name: "execute_tool run_command",
      from: startMs,
      to: startMs + 20,
      status: { code: 2, message: "command-failed" },
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "run_command",
        "gen_ai.tool.call.id": "1",
        "gen_ai.conversation.id": "session-1",
        "error.type": "command-failed",
      },
    },
    { name: "execute_tool write_file", status: {} },
  ]);
  expect(JSON.stringify(spans)).not.toContain("a.txt");
});

test("pages through many entries in order, each once", async () => {
  const journal = createMemoryJournal();
  for (let index = 0; index < 1_203; index += 1) aCall(journal, String(index), []);
  const ids: number[] = [];
  for await (const { callId } of oldestFirst(journal)) ids.push(Number(callId));
  expect(ids).toEqual(Array.from({ length: 1_203 }, (_, index) => index));
});
