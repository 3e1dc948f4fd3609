import { z } from "zod";
import type { ConversationRecord } from "./conversation-log.ts";
import { lineOf } from "./fold-records.ts";

// Only what the loop and the vendors' adapters rely on. Everything else stays as it was stored.

const content = z.array(
  z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("text"), text: z.string() }),
    z.looseObject({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: z.string() }),
    z.looseObject({ type: z.literal("resource"), uri: z.string() }),
  ]),
);

const vendor = z.record(z.string(), z.unknown()).optional();

const parts = z.array(
  z.discriminatedUnion("type", [
    z.looseObject({ type: z.enum(["text", "reasoning"]), text: z.string(), vendor }),
    z.looseObject({
      type: z.literal("tool-call"),
      id: z.string().min(1),
      name: z.string(),
      input: z.string(),
      vendor,
    }),
  ]),
);

const results = z.array(
  z.looseObject({
    name: z.string(),
    outcome: z.looseObject({
      callId: z.string(),
      tool: z.string(),
      status: z.enum(["ok", "error", "refused", "cancelled"]),
      content,
      error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
      effects: z.array(z.looseObject({ type: z.string() })),
      metadata: z.record(z.string(), z.unknown()),
    }),
  }),
);

const message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("user"), content }),
  z.looseObject({ role: z.literal("assistant"), content: parts }),
  z.looseObject({ role: z.literal("tool"), results }),
]);

const record = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("turn"),
    turn: z.int().positive(),
    sessionId: z.string(),
    model: z.string(),
  }),
  z.looseObject({ type: z.literal("user"), content }),
  z.looseObject({ type: z.literal("begun"), parts }),
  z.looseObject({ type: z.literal("answer"), parts, results }),
  z.looseObject({ type: z.literal("replaced"), messages: z.array(message) }),
  z.looseObject({
    type: z.literal("labels"),
    sources: z.array(
      z.looseObject({
        label: z.string(),
        callId: z.string().nullable(),
        tool: z.string(),
        effect: z.looseObject({ type: z.string() }).optional(),
      }),
    ),
  }),
  z.looseObject({
    type: z.literal("end"),
    status: z.enum(["done", "failed", "refused", "cancelled"]),
    reason: z.string().optional(),
  }),
]);

/**
 * Reads stored records, one line of JSON each.
 *
 * Errors: Error that says which line is no record.
 */
export function parseRecords(lines: readonly string[]): readonly ConversationRecord[] {
  return lines.map((line, at) => {
    const parsed = record.safeParse(valueOf(line));
    // The schema checks the fields that are used; the rest is what was written.
    if (parsed.success) return parsed.data as unknown as ConversationRecord;
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") ?? "";
    throw new Error(`line ${lineOf(at)} is invalid${where === "" ? "" : ` at ${where}`}`);
  });
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
