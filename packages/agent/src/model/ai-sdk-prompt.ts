import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { type ContentPart, toToolResult } from "@toolwright/core";
import type { AssistantPart, Message, ToolCallResult, VendorData } from "./message.ts";
import type { ModelRequest } from "./model.ts";

/** Anthropic caches what is before a mark. Other vendors cache by themselves and ignore it. */
const cacheMark: SharedV4ProviderOptions = {
  anthropic: { cacheControl: { type: "ephemeral" } },
};

/**
 * The conversation for the AI SDK. The system prompt is marked for the cache, with the tools before it, and the end of
 * the conversation, because the next request begins with all of it.
 */
export function promptOf({ system, messages }: ModelRequest): LanguageModelV4Prompt {
  const prompt = messages.map(messageOf);
  const last = prompt.at(-1);
  if (last !== undefined) last.providerOptions = cacheMark;
  return system === ""
    ? prompt
    : [{ role: "system", content: system, providerOptions: cacheMark }, ...prompt];
}

function messageOf(message: Message): LanguageModelV4Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content.map(userPart) };
    case "assistant":
      return { role: "assistant", content: message.content.map(assistantPart) };
    case "tool":
      return { role: "tool", content: message.results.map(resultPart) };
  }
}

function userPart(part: ContentPart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "image" || part.type === "audio") {
    return { type: "file", data: { type: "data", data: part.data }, mediaType: part.mimeType };
  }
  return { type: "text", text: part.text ?? part.uri };
}

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

function assistantPart(part: AssistantPart): AssistantContent {
  const options = vendorOptions(part.vendor);
  if (part.type !== "tool-call") return { type: part.type, text: part.text, ...options };
  const { id: toolCallId, name: toolName, input } = part;
  return { type: "tool-call", toolCallId, toolName, input: argumentsOf(input), ...options };
}

/** Vendors take arguments that are an object only. The call's result says what was wrong with others. */
function argumentsOf(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function resultPart({ name, outcome }: ToolCallResult): LanguageModelV4ToolResultPart {
  return toToolResult(outcome, "ai-sdk", { name });
}

function vendorOptions(vendor: VendorData | undefined): {
  readonly providerOptions?: SharedV4ProviderOptions;
} {
  // It came from this vendor as its metadata, whose form is that of its options.
  return vendor === undefined ? {} : { providerOptions: vendor as SharedV4ProviderOptions };
}
