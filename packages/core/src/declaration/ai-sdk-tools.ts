import type { Invocation, ToolCall } from "../invocation/invocation.ts";
import type { Outcome } from "../invocation/outcome.ts";
import { declareAiSdk } from "./ai-sdk.ts";
import type { Session } from "../session/session.ts";
import type { DeclarableTool } from "./declarable-tool.ts";
import { type AiSdkOutput, aiSdkOutput } from "./tool-results/ai-sdk.ts";

/** A tool of the AI SDK (`generateText({ tools })`) whose calls are calls of a session. */
export interface AiSdkExecutableTool {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  /** Never rejects: failures and refusals are outcomes. */
  readonly execute: (input: unknown, options: AiSdkCallOptions) => Promise<Outcome>;
  readonly toModelOutput: (options: { readonly output: Outcome }) => AiSdkOutput;
  /** The mark of `cacheMark`. */
  readonly providerOptions?: {
    readonly anthropic: { readonly cacheControl: { type: "ephemeral" } };
  };
}

/** A Standard Schema that exports JSON Schema. */
export interface AiSdkSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The AI SDK's `ToolSet`: tools by name. */
export type AiSdkToolSet = Record<string, AiSdkExecutableTool>;

/**
 * A session's tools for `generateText`, `streamText` and `ToolLoopAgent` of the AI SDK. A call has the SDK's id, unless
 * the model repeats an id, and ends with the SDK's abort signal. Its output is an outcome; the model gets the content, with
 * images, or the error with its code.
 *
 * Shapes: `cacheMark` ends the definitions with Anthropic's cache mark, which other vendors ignore. Default: true.
 */
export function toAiSdkTools(
  session: Pick<Session, "declare">,
  { cacheMark = true }: { readonly cacheMark?: boolean } = {},
): AiSdkToolSet {
  const tools = session.declare("ai-sdk");
  const last = Object.entries(tools).at(-1);
  if (!cacheMark || last === undefined) return tools;
  const [name, tool] = last;
  const providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;
  return { ...tools, [name]: { ...tool, providerOptions } };
}

/**
 * The tools as the AI SDK runs them. Their schemas accept any input. The session validates and repairs it, and
 * reports what doesn't fit, so that the model can correct it.
 */
export function aiSdkTools(
  tools: readonly DeclarableTool[],
  call: (call: ToolCall) => Invocation,
): AiSdkToolSet {
  const declared = declareAiSdk(tools).map(({ name, description, inputSchema }, index) => {
    const tool: AiSdkExecutableTool = {
      description,
      inputSchema: anyInput(inputSchema),
      execute: (input, options) => run(call, { name: tools[index]?.name ?? name, input }, options),
      toModelOutput: ({ output }) => aiSdkOutput(output),
    };
    return [name, tool] as const;
  });
  return Object.fromEntries(declared);
}

async function run(
  call: (call: ToolCall) => Invocation,
  { name, input }: ToolCall,
  { toolCallId, abortSignal }: AiSdkCallOptions,
): Promise<Outcome> {
  const invocation = call({ id: toolCallId, name, input });
  const cancel = (): void => invocation.cancel();
  if (abortSignal?.aborted === true) cancel();
  abortSignal?.addEventListener("abort", cancel, { once: true });
  try {
    return await invocation.outcome;
  } finally {
    abortSignal?.removeEventListener("abort", cancel);
  }
}

function anyInput(schema: Record<string, unknown>): AiSdkSchema {
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "toolwright",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
