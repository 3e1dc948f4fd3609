import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The model's next call. */
export interface FakeCall {
  readonly tool: string;
  readonly input: object;
}

/** A model on loopback that makes one call after the other, and keeps what it gets. */
export interface FakeModel {
  readonly url: string;
  /** The result of each call so far, as the host passed it on, as JSON. */
  readonly results: readonly string[];
  /** The names of the tools in the last request. */
  readonly shown: readonly string[];
  close(): void;
}

type Fields = Readonly<Record<string, unknown>>;

/** One request of a host, in either vendor's form. */
interface Turn {
  readonly results: readonly string[];
  readonly shown: readonly string[];
  /** Writes the events of a call or of the final answer. */
  readonly answer: (send: (event: Fields) => void, call: FakeCall | undefined) => void;
}

/** Anthropic's Messages and OpenAI's Responses, each at its usual path. */
export async function startFakeModel(
  server: string,
  calls: readonly FakeCall[],
): Promise<FakeModel> {
  let results: readonly string[] = [];
  let shown: readonly string[] = [];
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const turn = turnOf(request.url ?? "", Buffer.concat(chunks).toString(), server);
      if (turn === null) {
        response.writeHead(404).end("{}");
        return;
      }
      ({ results, shown } = turn);
      response.writeHead(200, { "content-type": "text/event-stream" });
      turn.answer((event) => sendEvent(response, event), calls[results.length]);
      response.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get results() {
      return results;
    },
    get shown() {
      return shown;
    },
    close: () => {
      listener.closeAllConnections();
      listener.close();
    },
  };
}

function sendEvent(response: ServerResponse, event: Fields): void {
  response.write(`event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`);
}

function turnOf(url: string, text: string, server: string): Turn | null {
  if (!text.startsWith("{")) return null;
  const body = JSON.parse(text) as Fields;
  if (url.includes("/messages")) return messagesTurn(body, server);
  return url.includes("/responses") ? responsesTurn(body, server) : null;
}

function messagesTurn(body: Fields, server: string): Turn {
  const parts = listIn(body, "messages").flatMap((message) => listIn(message, "content"));
  const results = parts.filter(({ type }) => type === "tool_result").map(resultIn("content"));
  const shown = listIn(body, "tools").map(({ name }) => String(name));
  return {
    results,
    shown,
    answer(send, call) {
      const usage = { input_tokens: 1, output_tokens: 1 };
      const more = { role: "assistant", model: body["model"], content: [], usage };
      send({ type: "message_start", message: { id: "m", type: "message", ...more } });
      const block =
        call === undefined
          ? { type: "text", text: "" }
          : {
              type: "tool_use",
              id: `toolu_${results.length}`,
              name: `mcp__${server}__${call.tool}`,
              input: {},
            };
      const delta =
        call === undefined
          ? { type: "text_delta", text: "done" }
          : { type: "input_json_delta", partial_json: JSON.stringify(call.input) };
      send({ type: "content_block_start", index: 0, content_block: block });
      send({ type: "content_block_delta", index: 0, delta });
      send({ type: "content_block_stop", index: 0 });
      const stop_reason = call === undefined ? "end_turn" : "tool_use";
      send({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage });
      send({ type: "message_stop" });
    },
  };
}

function responsesTurn(body: Fields, server: string): Turn {
  const items = listIn(body, "input");
  const outputs = items.filter(({ type }) => type === "function_call_output");
  const results = outputs.map(resultIn("output"));
  const declared = [body, ...items].flatMap((item) => listIn(item, "tools"));
  const shown = declared.flatMap((tool) => [tool, ...listIn(tool, "tools")]);
  return {
    results,
    shown: shown.map(({ name, type }) => String(name ?? type)),
    answer(send, call) {
      const id = `r${results.length}`;
      send({ type: "response.created", response: { id } });
      const item =
        call === undefined
          ? { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] }
          : {
              type: "function_call",
              call_id: `call_${results.length}`,
              name: call.tool,
              namespace: `mcp__${server}`,
              arguments: JSON.stringify(call.input),
            };
      send({ type: "response.output_item.done", item: { id: `item_${results.length}`, ...item } });
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      send({ type: "response.completed", response: { id, usage } });
    },
  };
}

function resultIn(field: string): (item: Fields) => string {
  return (item) => JSON.stringify(item[field]);
}

function listIn(value: Fields, field: string): readonly Fields[] {
  const list = value[field];
  return Array.isArray(list) ? (list as unknown[]).filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
