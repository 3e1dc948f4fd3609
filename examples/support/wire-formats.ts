// The demands of the vendors' APIs on tools and results, and the shape of their answers.
import assert from "node:assert/strict";
import type Anthropic from "@anthropic-ai/sdk";
import type { Content, FunctionDeclaration } from "@google/genai";
import type OpenAI from "openai";
import type { ScriptedStep, ToldResult, WireFormat } from "./fake-vendor.ts";

type Schema = Readonly<Record<string, unknown>>;

const callsOf = (step: ScriptedStep) => ("calls" in step ? step.calls : []);
const textOf = (step: ScriptedStep) => ("text" in step ? step.text : null);

/** The definition of a tool of OpenAI, in either API. */
interface OpenAiFunction {
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: Schema | null;
  readonly strict?: boolean | null;
}

/** Source: "Structured Outputs, supported schemas" in OpenAI's documentation. */
function checkOpenAiFunction({ name, description, parameters, strict }: OpenAiFunction): string {
  assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
  assert.ok(description, `${name} has no description`);
  assert.equal(parameters?.["type"], "object");
  const schemas = schemasIn(parameters ?? {});
  for (const schema of schemas) assert.ok(!("$ref" in schema), `${name} has a $ref`);
  if (strict !== true) return name;
  for (const schema of schemas) {
    for (const keyword of ["allOf", "not", "if", "patternProperties", "dependentRequired"]) {
      assert.ok(!(keyword in schema), `${name} is strict and has ${keyword}`);
    }
    if (schema["type"] !== "object") continue;
    assert.equal(schema["additionalProperties"], false, name);
    assert.deepEqual(schema["required"], Object.keys(schema["properties"] ?? {}), name);
  }
  return name;
}

/** The schema and all schemas inside it. */
function schemasIn(schema: Schema): readonly Schema[] {
  const { properties = {}, items, anyOf = [] } = schema;
  const inside = [...Object.values(properties as object), items, ...(anyOf as unknown[])];
  return [schema, ...inside.flatMap((each) => (isSchema(each) ? schemasIn(each) : []))];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

export const openAiChat: WireFormat<OpenAI.ChatCompletionCreateParamsNonStreaming> = {
  path: "/chat/completions",
  toolNames: ({ tools = [] }) =>
    tools.map((tool) => {
      assert.ok(tool.type === "function");
      return checkOpenAiFunction(tool.function);
    }),
  resultsOf: ({ messages }) =>
    messagesAtEnd(messages, ({ role }) => role === "tool").map((message) => {
      assert.ok(message.role === "tool" && typeof message.content === "string");
      return { id: message.tool_call_id, text: message.content };
    }),
  answer: (step) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "fake",
    choices: [
      {
        index: 0,
        finish_reason: "text" in step ? "stop" : "tool_calls",
        message: {
          role: "assistant",
          content: textOf(step),
          tool_calls: callsOf(step).map(({ id, name, input }) => ({
            id,
            type: "function",
            function: { name, arguments: JSON.stringify(input) },
          })),
        },
      },
    ],
  }),
};

export const openAiResponses: WireFormat<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {
  path: "/responses",
  toolNames: ({ tools = [] }) =>
    tools.map((tool) => {
      assert.ok(tool.type === "function");
      return checkOpenAiFunction(tool);
    }),
  resultsOf: ({ input, previous_response_id: previous }) => {
    assert.ok(Array.isArray(input));
    assert.equal(previous, "resp_1");
    return input.map((item) => {
      assert.ok(item.type === "function_call_output" && typeof item.output === "string");
      return { id: item.call_id, text: item.output };
    });
  },
  answer: (step) => {
    const calls = callsOf(step).map(({ id, name, input }) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status: "completed",
    }));
    const message = {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: textOf(step), annotations: [] }],
    };
    const output = "text" in step ? [message] : calls;
    return { id: "resp_1", object: "response", created_at: 1, status: "completed", output };
  },
};

export const anthropicMessages: WireFormat<Anthropic.MessageCreateParamsNonStreaming> = {
  path: "/messages",
  toolNames: ({ tools = [] }) =>
    tools.map((tool) => {
      assert.ok("input_schema" in tool);
      const { name, description, input_schema: schema } = tool;
      assert.match(name, /^[a-zA-Z0-9_-]{1,128}$/);
      assert.ok(description, `${name} has no description`);
      assert.equal(schema.type, "object");
      for (const keyword of ["oneOf", "allOf", "anyOf"]) assert.ok(!(keyword in schema), name);
      return name;
    }),
  resultsOf: ({ messages }) => {
    const { role, content } = messages.at(-1) ?? {};
    assert.ok(role === "user" && Array.isArray(content));
    return content.map((block): ToldResult => {
      assert.ok(block.type === "tool_result");
      const text = partsOf(block.content).map((part) => (part.type === "text" ? part.text : ""));
      return { id: block.tool_use_id, text: text.join("\n") };
    });
  },
  answer: (step) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "fake",
    content:
      "text" in step
        ? [{ type: "text", text: step.text }]
        : step.calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
    stop_reason: "text" in step ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  events: (step) => [
    { type: "message_start", message: startedMessage },
    ...(callsOf(step).length > 0 ? callsOf(step) : [null]).flatMap((call, index) => [
      {
        type: "content_block_start",
        index,
        content_block:
          call === null
            ? { type: "text", text: "" }
            : { type: "tool_use", id: call.id, name: call.name, input: {} },
      },
      {
        type: "content_block_delta",
        index,
        delta:
          call === null
            ? { type: "text_delta", text: textOf(step) }
            : { type: "input_json_delta", partial_json: JSON.stringify(call.input) },
      },
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: "text" in step ? "end_turn" : "tool_use", stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ],
};

const startedMessage = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "fake",
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

function partsOf(
  content: Anthropic.ToolResultBlockParam["content"],
): Exclude<Anthropic.ToolResultBlockParam["content"], string | undefined> {
  if (typeof content !== "string") return content ?? [];
  return [{ type: "text", text: content }];
}

/** The keywords of `Schema` in the Gemini API. */
const geminiKeywords = new Set(
  "type format title description nullable enum items minItems maxItems properties required propertyOrdering minimum maximum minLength maxLength pattern minProperties maxProperties anyOf default example".split(
    " ",
  ),
);

export const gemini: WireFormat<{
  readonly contents: readonly Content[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly FunctionDeclaration[] }[];
}> = {
  path: ":generateContent",
  toolNames: ({ tools = [] }) =>
    tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name = "", description, parameters }) => {
        assert.match(name, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/);
        assert.ok(description, `${name} has no description`);
        for (const schema of schemasIn((parameters ?? {}) as Schema)) {
          const odd = Object.keys(schema).filter((keyword) => !geminiKeywords.has(keyword));
          assert.deepEqual(odd, [], name);
          if (schema["enum"] !== undefined) assert.equal(schema["type"], "STRING", name);
        }
        return name;
      }),
  resultsOf: ({ contents }) => {
    const { role, parts = [] } = contents.at(-1) ?? {};
    assert.equal(role, "user");
    return parts.map(({ functionResponse }) => {
      assert.ok(functionResponse?.name);
      const { output, error } = functionResponse.response ?? {};
      return { id: functionResponse.id, text: String(output ?? error) };
    });
  },
  answer: (step) => ({
    candidates: [
      {
        content: {
          role: "model",
          parts:
            "text" in step
              ? [{ text: step.text }]
              : step.calls.map(({ id, name, input }) => ({
                  functionCall: { id, name, args: input },
                  thoughtSignature: "c2lnbmF0dXJl",
                })),
        },
        finishReason: "STOP",
      },
    ],
  }),
};

/** The last messages of a kind, behind which there is no other. */
function messagesAtEnd<Message>(
  messages: readonly Message[],
  isWanted: (message: Message) => boolean,
): readonly Message[] {
  const lastOther = messages.findLastIndex((message) => !isWanted(message));
  return messages.slice(lastOther + 1);
}
