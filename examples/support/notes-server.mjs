// An MCP server for the examples: one tool that publishes a note, to a file that stands for the world outside.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const tool = {
  name: "publish",
  description: "Publishes a note on the web.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", description: "The note." } },
    required: ["text"],
  },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "notes", version: "1" },
  }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: given }) => {
    appendFileSync(process.argv[2], `${given.text}\n`);
    return { content: [{ type: "text", text: "Published." }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const said =
    answer === undefined
      ? { error: { code: -32601, message: "unknown method" } }
      : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...said })}\n`);
}
