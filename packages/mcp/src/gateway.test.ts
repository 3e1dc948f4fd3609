import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { modernServer } from "./client/fixtures/http-servers.ts";
import { hostileServer, hubWorld, urlServer } from "./client/fixtures/hub-world.ts";
import type { ServerConfiguration } from "./configuration/server-configuration.ts";
import { serveOverHttp } from "./server/http.ts";
import { ToolServer } from "./server/tool-server.ts";

type Level = "debug" | "info" | "error";

interface Told {
  readonly logs: {
    readonly level: string;
    readonly logger?: string | undefined;
    readonly data: unknown;
  }[];
  readonly progress: number[];
  readonly messages: (string | undefined)[];
}

/** A host, a session and a server in a chain. */
async function gateway(configuration: ServerConfiguration, isModern: boolean) {
  const { registry, session } = await hubWorld({ servers: [configuration] });
  const opened = await session();
  const server = new ToolServer({
    served: Promise.resolve({ session: opened, registry }),
    version: "1.0.0",
    asks: "host",
    onNotice: () => {},
  });
  onTestFinished(() => server.close());
  const client = new Client(
    { name: "host", version: "1.0.0" },
    { versionNegotiation: { mode: isModern ? { pin: "2026-07-28" } : "legacy" } },
  );
  onTestFinished(() => client.close());
  if (isModern) {
    const http = await serveOverHttp(server, { port: 0, token: null, onNotice: () => {} });
    onTestFinished(() => http.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  } else {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect({ era: "legacy" }).connect(theirs);
    await client.connect(ours);
  }
  const told: Told = { logs: [], progress: [], messages: [] };
  client.setNotificationHandler("notifications/message", ({ params }) => {
    if (params.logger === "chat") told.logs.push(params);
  });
  return {
    told,
    chat: async (level: Level | undefined, input: Record<string, unknown> = {}) => {
      if (!isModern && level !== undefined) await client.setLoggingLevel(level);
      const _meta = { "io.modelcontextprotocol/logLevel": level };
      return client.callTool(
        {
          name: "mcp__s__chat",
          arguments: input,
          ...(isModern && level !== undefined && { _meta }),
        },
        {
          onprogress: ({ progress, message }) => {
            told.progress.push(progress);
            told.messages.push(message);
          },
        },
      );
    },
  };
}

const servers = {
  "an older server": () => hostileServer("chatty"),
  "a newer server": async () => urlServer("s", (await modernServer()).url),
};

describe.each([
  ["an older host", false],
  ["a newer host", true],
])("%s", (_, isModern) => {
  describe.each(Object.entries(servers))("before %s", (_name, serverOf) => {
    test.each([
      ["debug", ["debug", "info", "error"]],
      ["info", ["info", "error"]],
      ["error", ["error"]],
    ] as const)("gets all progress, and each log message from %s on", async (level, expected) => {
      const { told, chat } = await gateway(await serverOf(), isModern);
      await chat(level);
      expect(told.progress).toEqual([1, 2, 3]);
      expect(told.logs.map((log) => log.level)).toEqual([...expected, ...expected, ...expected]);
      expect(told.logs[0]).toMatchObject({ logger: "chat", data: { n: 1 } });
    });

    test("gets no log message that it did not request", async () => {
      const { told, chat } = await gateway(await serverOf(), isModern);
      await chat(undefined);
      expect(told.logs).toEqual([]);
      expect(told.progress).toEqual([1, 2, 3]);
    });
  });
});

test("nothing hidden gets through", async () => {
  const { told, chat } = await gateway(hostileServer("chatty"), false);
  await chat("error");
  expect(JSON.stringify(told)).toContain('"s":"a');
  expect(JSON.stringify(told)).not.toContain("\u202e");
});

test("a flood is bounded, and its end is shown", async () => {
  const { told, chat } = await gateway(hostileServer("chatty"), false);
  await chat("error", { count: 5_000 });
  expect(told.progress.slice(0, 3)).toEqual([1, 2, 3]);
  expect(told.progress.at(-1)).toBe(5_000);
  expect(told.progress.length).toBeLessThan(2_500);
  expect(told.logs.length).toBeLessThanOrEqual(1_000);
}, 30_000);
