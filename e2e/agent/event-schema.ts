import { z } from "zod";

const usage = z.strictObject({
  inputTokens: z.int().min(0),
  cachedInputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
});
const effect = z.looseObject({ type: z.string() });
const decision = z.looseObject({ decision: z.enum(["allow", "ask", "deny"]), mode: z.string() });
const content = z.array(z.looseObject({ type: z.string() }));
const json = z.unknown();
const display = z.looseObject({ type: z.string() });

const outcome = z.strictObject({
  callId: z.string().min(1),
  tool: z.string(),
  status: z.enum(["ok", "error", "refused", "cancelled"]),
  content,
  display: display.nullable(),
  structured: json,
  artifacts: z.array(json).optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  decision: decision.nullable(),
  effects: z.array(effect),
  metadata: z.record(z.string(), json),
  durationMs: z.number().min(0),
});

const report = z.strictObject({
  success: z.boolean(),
  summary: z.string(),
  details: z.string().optional(),
  filesModified: z.array(z.string()),
  errors: z.array(z.string()),
  toolCallCount: z.int().min(0),
  durationMs: z.number().min(0),
});

const envelope = {
  v: z.literal(1),
  seq: z.int().min(1),
  sessionId: z.string().min(1),
  agent: z.string().min(1),
};
const callId = z.string().min(1);

/** An event of `toolwright run --json`, as docs/agent.md says. */
export const eventSchema = z.discriminatedUnion("type", [
  z.strictObject({
    ...envelope,
    type: z.literal("session-start"),
    model: z.string(),
    turn: z.int().min(1),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("step-start"),
    step: z.int().min(1),
    turn: z.int().min(1),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal(["text-delta", "reasoning-delta"]),
    text: z.string().min(1),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("tool-call-delta"),
    callId,
    tool: z.string(),
    delta: z.string(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("invocation-start"),
    callId,
    tool: z.string(),
    input: json,
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("invocation-prepared"),
    callId,
    title: z.string(),
    kind: z.string(),
    summary: z.string(),
    effects: z.array(effect),
    decision,
    preview: display.optional(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("approval-requested"),
    callId,
    question: z.looseObject({ id: z.string() }),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("approval-answered"),
    callId,
    questionId: z.string(),
    answer: z.looseObject({}),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("invocation-update"),
    callId,
    update: z.looseObject({}),
  }),
  z.strictObject({ ...envelope, type: z.literal("invocation-end"), callId, outcome }),
  z.strictObject({ ...envelope, type: z.literal("steer"), text: z.string() }),
  z.looseObject({ ...envelope, type: z.literal("hook"), point: z.string(), hook: z.string() }),
  z.strictObject({ ...envelope, type: z.literal("todos-update"), items: z.array(json) }),
  z.strictObject({
    ...envelope,
    type: z.literal("retry"),
    attempt: z.int().min(1),
    delayMs: z.number().min(0),
    reason: z.string(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("agent-start"),
    child: z.string(),
    childSessionId: z.string(),
    callId: z.string(),
    task: z.string(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("agent-end"),
    child: z.string(),
    childSessionId: z.string(),
    callId: z.string(),
    report,
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("budget-warning"),
    budget: z.string(),
    used: z.number(),
    limit: z.number(),
  }),
  z.looseObject({ ...envelope, type: z.literal("compaction") }),
  z.strictObject({
    ...envelope,
    type: z.literal("step-end"),
    step: z.int().min(1),
    turn: z.int().min(1),
    finishReason: z.enum(["stop", "tool-calls", "length", "content-filter", "other"]),
    text: z.string(),
    reasoning: z.string(),
    usage,
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("session-end"),
    status: z.enum(["done", "failed", "refused", "cancelled"]),
    output: json.optional(),
    text: z.string(),
    usage,
    costUsd: z.number().optional(),
    reason: z.string().optional(),
  }),
]);

export type RunEvent = z.infer<typeof eventSchema>;
