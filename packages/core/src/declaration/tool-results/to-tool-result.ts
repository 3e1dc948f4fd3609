import { ConfigurationError } from "../../errors.ts";
import type { Outcome } from "../../invocation/outcome.ts";
import { type AiSdkOutput, aiSdkOutput } from "./ai-sdk.ts";
import { resultParts, resultText } from "./result-parts.ts";

/** The message, or part of a message, that gives a vendor's API a tool's result. */
export interface ToolResultOf {
  /** A message of Chat Completions. */
  readonly "openai-chat": { role: "tool"; tool_call_id: string; content: string };
  /** An input item of the Responses API. */
  readonly "openai-responses": {
    type: "function_call_output";
    call_id: string;
    output: string | OpenAiOutputPart[];
  };
  /** A block of a user message. */
  readonly anthropic: {
    type: "tool_result";
    tool_use_id: string;
    content: AnthropicResultPart[];
    is_error: boolean;
  };
  /** A part of a user's content. */
  readonly gemini: { functionResponse: GeminiFunctionResponse };
  /** A part of a tool message. */
  readonly "ai-sdk": {
    type: "tool-result";
    toolCallId: string;
    toolName: string;
    output: AiSdkOutput;
  };
}

export type ToolResultDialect = keyof ToolResultOf;

export type OpenAiOutputPart =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" };

export type AnthropicResultPart =
  | { type: "text"; text: string }
  | {
      type: "image";
      source: { type: "base64"; media_type: AnthropicImageType; data: string };
    };

export type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

export interface GeminiFunctionResponse {
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: { inlineData: { data: string; mimeType: string } }[];
}

/** A call as the model made it. */
export interface ModelCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Converts an outcome to a vendor's format for tool results.
 *
 * Shapes: `call` is the model's call; needed where its id or name differ from the outcome's, as for a call that was made
 * without the id, or forwarded by `call_tool`. Gemini's calls may lack an id; then so does the result.
 * Errors: ConfigurationError `session-invalid` for a dialect that has no such message.
 */
export function toToolResult<Name extends ToolResultDialect>(
  outcome: Outcome,
  dialect: Name,
  call?: ModelCall,
): ToolResultOf[Name] {
  if (Object.hasOwn(writers, dialect)) return writers[dialect](outcome, call);
  throw new ConfigurationError(
    "session-invalid",
    `No results for the dialect '${String(dialect).slice(0, 80)}'. Known: ${Object.keys(writers).join(", ")}.`,
  );
}

const writers: {
  readonly [Name in ToolResultDialect]: (outcome: Outcome, call?: ModelCall) => ToolResultOf[Name];
} = {
  "openai-chat": (outcome, call) => ({
    role: "tool",
    tool_call_id: call?.id ?? outcome.callId,
    content: resultText(outcome),
  }),
  "openai-responses": (outcome, call) => ({
    type: "function_call_output",
    call_id: call?.id ?? outcome.callId,
    output: openAiOutput(outcome),
  }),
  anthropic: (outcome, call) => ({
    type: "tool_result",
    tool_use_id: call?.id ?? outcome.callId,
    content: anthropicParts(outcome),
    is_error: outcome.status !== "ok",
  }),
  gemini: (outcome, call = { id: outcome.callId }) => ({
    functionResponse: geminiResponse(outcome, call),
  }),
  "ai-sdk": (outcome, call) => ({
    type: "tool-result",
    toolCallId: call?.id ?? outcome.callId,
    toolName: call?.name ?? outcome.tool,
    output: aiSdkOutput(outcome),
  }),
};

function openAiOutput(outcome: Outcome): string | OpenAiOutputPart[] {
  const parts = resultParts(outcome);
  if (parts.every(({ type }) => type === "text")) return resultText(outcome);
  return parts.map((part) =>
    part.type === "text"
      ? { type: "input_text", text: part.text }
      : {
          type: "input_image",
          image_url: `data:${part.mimeType};base64,${part.data}`,
          detail: "auto",
        },
  );
}

const anthropicTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

function anthropicParts(outcome: Outcome): AnthropicResultPart[] {
  return resultParts(outcome).map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const mediaType = anthropicTypes.find((type) => type === part.mimeType);
    if (mediaType === undefined) {
      return { type: "text", text: `[image, ${part.mimeType}: it can't be shown]` };
    }
    return { type: "image", source: { type: "base64", media_type: mediaType, data: part.data } };
  });
}

function geminiResponse(
  outcome: Outcome,
  { id, name = outcome.tool }: ModelCall,
): GeminiFunctionResponse {
  const parts = resultParts(outcome).flatMap((part) =>
    part.type === "image" ? [{ inlineData: { data: part.data, mimeType: part.mimeType } }] : [],
  );
  const texts = outcome.content.filter(({ type }) => type !== "image");
  const text = resultText({ content: texts, error: outcome.error });
  return {
    ...(id !== undefined && { id }),
    name,
    response: outcome.status === "ok" ? { output: text } : { error: text },
    ...(parts.length > 0 && { parts }),
  };
}
