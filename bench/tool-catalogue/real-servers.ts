import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { CatalogueTool } from "./catalogue-tool.ts";

const servers = {
  everything: [],
  filesystem: [tmpdir()],
  memory: [],
  "sequential-thinking": [],
} satisfies Readonly<Record<string, readonly string[]>>;

/** What the installed official servers list, asked over stdio. */
export async function realTools(): Promise<readonly CatalogueTool[]> {
  const lists = await Promise.all(
    Object.entries(servers).map(async ([server, words]) => {
      const tools = await listTools(server, words);
      return tools.map(({ name, description = "", inputSchema }) => ({
        server,
        name,
        description,
        inputSchema,
      }));
    }),
  );
  return lists.flat();
}

interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

async function listTools(server: string, words: readonly string[]): Promise<readonly ListedTool[]> {
  const program = fileURLToPath(
    new URL(
      `../../node_modules/@modelcontextprotocol/server-${server}/dist/index.js`,
      import.meta.url,
    ),
  );
  const child = spawn(process.execPath, [program, ...words], { stdio: ["pipe", "pipe", "ignore"] });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  try {
    send({
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "bench", version: "1" },
      },
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line) as {
        id?: number;
        result?: { tools?: readonly ListedTool[] };
      };
      if (message.id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/list" });
      }
      if (message.id === 2) return message.result?.tools ?? [];
    }
    throw new Error(`The server ${server} ended before it listed its tools.`);
  } finally {
    child.kill();
  }
}
