import { APICallError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { isContextTooLong } from "./context-too-long.ts";

function answer(statusCode: number, body: unknown, message = "Bad Request"): APICallError {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  return new APICallError({
    message,
    url: "http://127.0.0.1",
    requestBodyValues: {},
    statusCode,
    responseBody,
  });
}

const error = (fields: object) => ({ error: fields });

test.each([
  [
    "OpenAI, by its code",
    answer(400, error({ message: "Too big.", code: "context_length_exceeded" })),
  ],
  [
    "OpenAI, in the stream",
    { type: "error", error: { code: "context_length_exceeded", message: "Your input exceeds …" } },
  ],
  [
    "OpenAI, a failed response",
    { type: "response.failed", response: error({ code: "context_length_exceeded" }) },
  ],
  [
    "Anthropic",
    answer(
      400,
      error({
        type: "invalid_request_error",
        message: "prompt is too long: 210000 tokens > 200000 maximum",
      }),
    ),
  ],
  [
    "Anthropic, with the answer",
    answer(
      400,
      error({
        message: "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000",
      }),
    ),
  ],
  ["Anthropic, by its size", answer(413, error({ type: "request_too_large" }))],
  [
    "Google",
    answer(
      400,
      error({
        code: 400,
        status: "INVALID_ARGUMENT",
        message:
          "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      }),
    ),
  ],
  [
    "vLLM",
    answer(400, {
      object: "error",
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
      code: 400,
    }),
  ],
  ["Ollama", answer(400, error({ message: "the input length exceeds the context length" }))],
  [
    "llama.cpp",
    answer(400, error({ code: 400, type: "exceed_context_size_error", message: "too big" })),
  ],
  [
    "LM Studio",
    answer(
      400,
      error({
        message:
          "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
      }),
    ),
  ],
  [
    "Mistral",
    answer(400, {
      message:
        "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    }),
  ],
  ["a proxy that answers in text", answer(400, "maximum context length exceeded")],
])("recognises %s", (_, thrown) => {
  expect(isContextTooLong(thrown)).toBe(true);
});

test.each([
  ["a wrong parameter", answer(400, error({ message: "Unknown parameter: 'store'." }))],
  [
    "a limit of tokens in a minute",
    answer(429, error({ message: "Request too large: tokens per min, maximum context length" })),
  ],
  ["a missing model", answer(404, error({ message: "model 'context-length' not found" }))],
  ["a wrong key", answer(401, error({ message: "Incorrect API key." }))],
  ["an overloaded server", { type: "overloaded_error", message: "Overloaded" }],
  ["nothing", undefined],
  ["an error without an end", new Error("The context was lost.")],
])("doesn't take %s for it", (_, thrown) => {
  expect(isContextTooLong(thrown)).toBe(false);
});
