import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { type ContentPart, text, toToolResult } from "@toolwright/core";
import type { AssistantPart, Message, ToolCallResult, VendorData } from "./message.ts";
import type { ModelRequest } from "./model.ts";

/** Anthropic caches what is before a mark. Other vendors cache by themselves and ignore it. */
const cacheMark: SharedV4ProviderOptions = {
  anthropic: { cacheControl: { type: "ephemeral" } },
};

/**
 * The conversation for the AI SDK. The system prompt is marked for the cache, with the tools before it, and the end of
 * the conversation, because the next request begins with all of it. So did the request before: its end is marked as
 * well, since the vendor looks only some 20 parts back for it.
 */
export function promptOf(
  { system, messages }: ModelRequest,
  provider: string,
): LanguageModelV4Prompt {
  const form = formOf(provider);
  const prompt = messages.map((message) => messageOf(message, form));
  const answer = prompt.findLastIndex(({ role }) => role === "assistant");
  for (const message of [prompt[answer - 1], prompt.at(-1)]) {
    if (message !== undefined) message.providerOptions = cacheMark;
  }
  return system === ""
    ? prompt
    : [{ role: "system", content: system, providerOptions: cacheMark }, ...prompt];
}

/** What is particular to a vendor's messages. */
interface MessageForm {
  /** A call's id as the vendor takes it. */
  readonly idOf: (id: string) => string;
  /** Chat Completions has texts only; the provider would send an image as a text of megabytes. */
  readonly hasImageResults: boolean;
}

/** provider: such as `anthropic.messages` or `compatible.chat`. */
function formOf(provider: string): MessageForm {
  return {
    idOf: provider.startsWith("anthropic") ? anthropicId : (id) => id,
    hasImageResults: !provider.endsWith(".chat"),
  };
}

/** Anthropic takes letters, digits, `_` and `-`. Ids of other vendors' models have more. */
function anthropicId(id: string): string {
  return id.replace(/[^\w-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}_`);
}

/** The name of a call as vendors take it. A model may call what it likes. */
function nameOf(name: string): string {
  return name
    .replace(/^(?![A-Za-z_])/, "_")
    .replace(/[^\w-]/g, "_")
    .slice(0, 64);
}

function messageOf(message: Message, form: MessageForm): LanguageModelV4Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content.map(userPart) };
    case "assistant":
      return {
        role: "assistant",
        content: message.content.filter(isKept).map((part) => assistantPart(part, form)),
      };
    case "tool":
      return { role: "tool", content: message.results.map((result) => resultPart(result, form)) };
  }
}

function userPart(part: ContentPart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "image" || part.type === "audio") {
    return { type: "file", data: { type: "data", data: part.data }, mediaType: part.mimeType };
  }
  return { type: "text", text: part.text ?? part.uri };
}

/** Anthropic refuses blank texts. Google's may hold a signature. */
function isKept(part: AssistantPart): boolean {
  return part.type !== "text" || part.vendor !== undefined || part.text.trim() !== "";
}

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

function assistantPart(part: AssistantPart, { idOf }: MessageForm): AssistantContent {
  const options = vendorOptions(part.vendor);
  if (part.type !== "tool-call") return { type: part.type, text: part.text, ...options };
  const { id, name, input } = part;
  return {
    type: "tool-call",
    toolCallId: idOf(id),
    toolName: nameOf(name),
    input: argumentsOf(input),
    ...options,
  };
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

function resultPart(
  { name, outcome }: ToolCallResult,
  { idOf, hasImageResults }: MessageForm,
): LanguageModelV4ToolResultPart {
  const callId = idOf(outcome.callId);
  const content = hasImageResults ? outcome.content : outcome.content.map(inWords);
  return toToolResult({ ...outcome, callId, content }, "ai-sdk", { name: nameOf(name) });
}

function inWords(part: ContentPart): ContentPart {
  if (part.type !== "image") return part;
  return text(`[image, ${part.mimeType}: this model's interface has no images in results]`);
}

function vendorOptions(vendor: VendorData | undefined): {
  readonly providerOptions?: SharedV4ProviderOptions;
} {
  // It came from this vendor as its metadata, whose form is that of its options.
  return vendor === undefined ? {} : { providerOptions: vendor as SharedV4ProviderOptions };
}
