import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { promptOf } from "./ai-sdk-prompt.ts";
import type { AssistantPart, VendorData } from "./message.ts";
import type { FinishReason, Model, ModelEvent, ModelPrice, ModelRequest, Usage } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { type VendorAccess, vendorError } from "./vendor-error.ts";

export interface AiSdkModelOptions {
  /** Default: the provider and the model's id. */
  readonly id?: string;
  readonly price?: ModelPrice;
  readonly contextTokens?: number;
  /** The tokens of one answer. Default: the model's own limit. */
  readonly maxOutputTokens?: number;
}

/**
 * A `LanguageModelV4` of the AI SDK, by the parts that tell it from others. Programs that check all declarations can't
 * compile the SDK's own.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: "v4";
  readonly provider: string;
  readonly modelId: string;
  readonly doStream: (options: never) => PromiseLike<unknown>;
}

/** A model of any provider of the AI SDK: `aiSdkModel(openai("gpt-5"))`. */
export function aiSdkModel(model: AiSdkLanguageModel, options: AiSdkModelOptions = {}): Model {
  return adaptedModel(model, options, {});
}

/** The same, with what the failures of its requests may say. */
export function adaptedModel(
  model: AiSdkLanguageModel,
  options: AiSdkModelOptions,
  access: Omit<VendorAccess, "model">,
): Model {
  const { id = `${model.provider}/${model.modelId}`, maxOutputTokens, ...facts } = options;
  const limit = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  return {
    id,
    ...facts,
    // Its version says that it is one.
    stream: (request) => stream(model as LanguageModelV4, { model: id, ...access }, request, limit),
  };
}

/**
 * OpenAI stores no answers. For models that reason, the provider then asks for the encrypted reasoning, which goes back with
 * the conversation; other models refuse that.
 */
const providerOptions: SharedV4ProviderOptions = { openai: { store: false } };

async function* stream(
  model: LanguageModelV4,
  access: VendorAccess,
  request: ModelRequest,
  limit: Pick<AiSdkModelOptions, "maxOutputTokens">,
): AsyncGenerator<ModelEvent> {
  const answer = new AnswerParts();
  try {
    const { stream: parts } = await model.doStream({
      prompt: promptOf(request, model.provider),
      tools: request.tools.map(functionTool),
      abortSignal: request.signal,
      providerOptions,
      ...limit,
    });
    for await (const part of parts) yield* answer.take(part);
  } catch (thrown) {
    throw vendorError(thrown, access);
  }
}

function functionTool(tool: ModelRequest["tools"][number]): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    // Both are JSON Schema; the SDK's type lists its fields.
    inputSchema: tool.inputSchema as LanguageModelV4FunctionTool["inputSchema"],
  };
}

/** Joins the deltas of texts and reasoning, several of which may be open at once. */
class AnswerParts {
  readonly #open = new Map<string, { text: string; vendor: VendorData | undefined }>();
  readonly #toolNames = new Map<string, string>();
  /** Calls whose arguments are no JSON. They only count in an answer that is whole. */
  readonly #doubtful: AssistantPart[] = [];

  *take(part: LanguageModelV4StreamPart): Generator<ModelEvent> {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#open.set(part.id, { text: "", vendor: part.providerMetadata });
        break;
      case "text-delta":
      case "reasoning-delta":
        this.#append(part.id, part.delta, part.providerMetadata);
        if (part.delta !== "") yield { type: part.type, text: part.delta };
        break;
      case "text-end":
      case "reasoning-end":
        yield* this.#close(part);
        break;
      case "tool-input-start":
        this.#toolNames.set(part.id, part.toolName);
        break;
      case "tool-input-delta":
        yield {
          type: "tool-call-delta",
          id: part.id,
          name: this.#toolNames.get(part.id) ?? "",
          delta: part.delta,
        };
        break;
      case "tool-call":
        // The vendor runs its own tools; none is declared.
        if (part.providerExecuted === true) break;
        if (isJson(part.input)) yield { type: "part", part: toolCall(part) };
        // Perhaps the connection broke in the middle of its arguments.
        else this.#doubtful.push(toolCall(part));
        break;
      case "error":
        throw part.error;
      case "finish": {
        const end = finish(part.finishReason, part.usage);
        for (const doubtful of this.#doubtful) yield { type: "part", part: doubtful };
        yield end;
        break;
      }
      default:
    }
  }

  #append(id: string, delta: string, vendor: VendorData | undefined): void {
    const open = this.#open.get(id) ?? { text: "", vendor: undefined };
    open.text += delta;
    // A signature comes with a delta of its own.
    open.vendor = vendor ?? open.vendor;
    this.#open.set(id, open);
  }

  *#close(part: {
    readonly type: "text-end" | "reasoning-end";
    readonly id: string;
    readonly providerMetadata?: VendorData;
  }): Generator<ModelEvent> {
    const { text, vendor } = this.#open.get(part.id) ?? { text: "", vendor: undefined };
    this.#open.delete(part.id);
    const type = part.type === "text-end" ? "text" : "reasoning";
    const data = part.providerMetadata ?? vendor;
    // Reasoning without text may still have to go back, because it is encrypted.
    if (text === "" && data === undefined) return;
    yield { type: "part", part: withVendor({ type, text }, data) };
  }
}

function toolCall(part: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>): AssistantPart {
  const { toolCallId: id, toolName: name, input, providerMetadata } = part;
  return withVendor({ type: "tool-call", id, name, input }, providerMetadata);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withVendor<Part extends AssistantPart>(part: Part, vendor: VendorData | undefined): Part {
  return vendor === undefined ? part : { ...part, vendor };
}

function finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): ModelEvent {
  if (reason.unified === "error" || reason.unified === "interrupted") {
    throw new ModelError(`The vendor ended the answer: ${reason.raw ?? reason.unified}.`, {
      isRetryable: true,
    });
  }
  return { type: "finish", reason: reason.unified satisfies FinishReason, usage: usageOf(usage) };
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    outputTokens: outputTokens.total ?? 0,
  };
}
