import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { AssistantPart, Message } from "../model/message.ts";
import type { Model, ModelEvent, ModelPrice, ModelRequest } from "../model/model.ts";
import { ModelError } from "../model/model-error.ts";

const scriptedCall = z.strictObject({
  name: z.string(),
  /** An object, or text that is sent as it is. */
  input: z.unknown().optional(),
  id: z.string().optional(),
});

const scriptedStep = z.strictObject({
  /** Only answers when the last message contains this text. */
  when: z.string().optional(),
  /** Answers any number of times instead of once. */
  repeats: z.boolean().optional(),
  reasoning: z.string().optional(),
  text: z.string().optional(),
  calls: z.array(scriptedCall).optional(),
  /** Default: `tool-calls` with calls, otherwise `stop`. */
  finish: z.enum(["stop", "tool-calls", "length", "content-filter", "other"]).optional(),
  usage: z
    .strictObject({
      inputTokens: z.int().optional(),
      cachedInputTokens: z.int().optional(),
      outputTokens: z.int().optional(),
    })
    .optional(),
  /** Fails instead of finishing, after what is streamed. */
  failure: z
    .strictObject({
      message: z.string(),
      isRetryable: z.boolean().optional(),
      retryAfterMs: z.number().optional(),
      isContextTooLong: z.boolean().optional(),
    })
    .optional(),
});

const script = z.strictObject({ steps: z.array(scriptedStep) });

/** One answer of a scripted model. The first step that was not used yet and that fits is taken. */
export type ScriptedStep = z.input<typeof scriptedStep>;

export interface ScriptedModelOptions {
  readonly id?: string;
  readonly price?: ModelPrice;
  readonly contextTokens?: number;
  /** Receives every request, for tests that look at what a model is sent. */
  readonly onRequest?: (request: ModelRequest) => void;
}

/** A model that answers by a script: for tests, and to try an agent without a key. */
export function scriptedModel(
  steps: readonly ScriptedStep[],
  { id = "scripted", onRequest, ...facts }: ScriptedModelOptions = {},
): Model {
  const left = [...steps];
  let calls = 0;
  return {
    id,
    ...facts,
    async *stream(request): AsyncGenerator<ModelEvent> {
      onRequest?.(request);
      const step = takeStep(left, request.messages);
      yield* textEvents("reasoning", step.reasoning);
      yield* textEvents("text", step.text);
      for (const { id: callId, name, input = {} } of step.calls ?? []) {
        calls += 1;
        yield* callEvents({
          type: "tool-call",
          id: callId ?? `call_${calls}`,
          name,
          input: typeof input === "string" ? input : JSON.stringify(input),
        });
      }
      if (step.failure !== undefined) throw failureOf(step.failure);
      yield finishOf(step);
    },
  };
}

/**
 * Reads a script: JSON with `steps`.
 *
 * Errors: ModelError for a file that can't be read or has another form.
 */
export async function readScript(
  file: string,
  facts: Pick<ScriptedModelOptions, "price" | "contextTokens"> = {},
): Promise<Model> {
  try {
    const { steps } = script.parse(JSON.parse(await readFile(file, "utf8")));
    return scriptedModel(steps, { ...facts, id: `scripted/${file}` });
  } catch (thrown) {
    const reason =
      thrown instanceof z.ZodError ? z.prettifyError(thrown) : (thrown as Error).message;
    throw new ModelError(`The script ${file} can't be used: ${reason}`, { isRetryable: false });
  }
}

function takeStep(left: ScriptedStep[], messages: readonly Message[]): ScriptedStep {
  const said = JSON.stringify(messages.at(-1) ?? "");
  const at = left.findIndex(
    ({ when }) => when === undefined || said.includes(JSON.stringify(when).slice(1, -1)),
  );
  const step = left[at];
  if (step === undefined) {
    throw new ModelError(`The script has no answer to ${said.slice(0, 200)}`, {
      isRetryable: false,
    });
  }
  if (step.repeats !== true) left.splice(at, 1);
  return step;
}

function* textEvents(type: "text" | "reasoning", text: string | undefined): Generator<ModelEvent> {
  if (text === undefined) return;
  // In several pieces, as models send it.
  for (const piece of text.match(/.{1,20}/gsu) ?? []) yield { type: `${type}-delta`, text: piece };
  yield { type: "part", part: { type, text } };
}

function* callEvents(part: Extract<AssistantPart, { type: "tool-call" }>): Generator<ModelEvent> {
  yield { type: "tool-call-delta", id: part.id, name: part.name, delta: part.input };
  yield { type: "part", part };
}

function finishOf({ calls = [], finish, usage }: ScriptedStep): ModelEvent {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = usage ?? {};
  const reason = finish ?? (calls.length > 0 ? "tool-calls" : "stop");
  return { type: "finish", reason, usage: { inputTokens, cachedInputTokens, outputTokens } };
}

function failureOf(failure: NonNullable<ScriptedStep["failure"]>): ModelError {
  const { message, isRetryable = true, retryAfterMs, isContextTooLong = false } = failure;
  return new ModelError(message, {
    isRetryable: isRetryable && !isContextTooLong,
    retryAfterMs,
    isContextTooLong,
  });
}
