import { APICallError } from "@ai-sdk/provider";

/** The codes and types of vendors' errors: OpenAI and most servers like it, llama.cpp, Anthropic. */
const codes: ReadonlySet<unknown> = new Set([
  "context_length_exceeded",
  "exceed_context_size_error",
  "model_context_window_exceeded",
  "request_too_large",
]);

/**
 * The messages of vendors that have no code for it: "prompt is too long: 210000 tokens > 200000 maximum" and "input
 * length and `max_tokens` exceed context limit" (Anthropic), "The input token count (1200000) exceeds the maximum
 * number of tokens allowed" (Google), "maximum context length is 4096 tokens" (vLLM), "exceeds the context length"
 * (Ollama), "too large for model with 32768 maximum context length" (Mistral).
 */
const messages =
  /prompt is too long|input token count\b.*\bexceeds|(?:exceeds?|exceeded|maximum|than the|overflows?)\b[^.]{0,60}\bcontext (?:length|limit|size|window)|context (?:length|size|window) (?:exceeded|of only)/i;

/** The statuses of a request that is wrong in itself, not of one that came too early or too often. */
const statuses: ReadonlySet<unknown> = new Set([undefined, 200, 400, 413, 422, 500]);

/** Whether a vendor refused a request, or ended its stream, because the conversation exceeds the model's context. */
export function isContextTooLong(thrown: unknown): boolean {
  if (!APICallError.isInstance(thrown)) return saysSo(thrown);
  const { statusCode, responseBody = "", message } = thrown;
  if (!statuses.has(statusCode)) return false;
  return statusCode === 413 || saysSo(parsed(responseBody)) || messages.test(message);
}

/** Looks at an error's own fields, and at those of the `error` and `response` in it. */
function saysSo(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return messages.test(value);
  if (typeof value !== "object" || value === null || depth > 3) return false;
  const { code, type, message, error, response } = value as Readonly<Record<string, unknown>>;
  if (codes.has(code) || codes.has(type)) return true;
  if (typeof message === "string" && messages.test(message)) return true;
  return saysSo(error, depth + 1) || saysSo(response, depth + 1);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
