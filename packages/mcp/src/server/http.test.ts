import { once } from "node:events";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { conformanceTools } from "./fixtures/conformance-tools.ts";
import { type FixtureServer, openFixtureServer } from "./fixtures/open-fixture-server.ts";
import { type HttpServing, type ServedHttp, serveOverHttp } from "./http.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const token = "the-token";
let fixture: FixtureServer;
let http: ServedHttp;

async function serve(options: Partial<HttpServing> = {}): Promise<void> {
  http = await serveOverHttp(fixture.server, {
    port: 0,
    token,
    onNotice: () => undefined,
    ...options,
  });
}

beforeEach(async () => {
  fixture = await openFixtureServer(conformanceTools);
});

afterEach(async () => {
  await http.close();
  await fixture.close();
});

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

/** Uses Node's client, because `fetch` cannot set Host and Origin. */
function send(
  headers: Readonly<Record<string, string>> = {},
  {
    method = "POST",
    path = "/mcp",
    body = JSON.stringify(hello),
  }: { readonly method?: string; readonly path?: string; readonly body?: string } = {},
): Promise<Answer> {
  const { port } = new URL(http.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(method === "POST" ? body : undefined);
  });
}

const sessionOf = ({ headers }: Answer): string => String(headers["mcp-session-id"]);

describe("access over HTTP", () => {
  beforeEach(() => serve());

  it("needs the token", async () => {
    expect((await send()).status).toBe(200);
    for (const authorization of ["", "Bearer", "Bearer the-toke", "Bearer the-token2", token]) {
      const refused = await send({ authorization });
      expect(refused.status).toBe(401);
      expect(refused.headers["www-authenticate"]).toContain("Bearer");
    }
  });

  it.each([
    { host: "evil.example.com" },
    { host: "127.0.0.1.evil.example.com" },
    { host: "localhost.evil.example.com:80" },
    { origin: "null" },
    { origin: "https://evil.example.com" },
    { origin: "http://localhost.evil.example.com" },
    { origin: "file://" },
    { host: "localhost", origin: "http://evil.example.com" },
  ])(
    "is nobody who says %o, with the token or without",
    async (headers: Record<string, string>) => {
      expect((await send(headers)).status).toBe(403);
      expect((await send({ ...headers, authorization: "" })).status).toBe(403);
    },
  );

  it("is refused with two Host headers", async () => {
    const { port } = new URL(http.url);
    const socket = connectSocket(Number(port), "127.0.0.1");
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.com\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    const [head] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(head.toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    { host: "localhost" },
    { host: "127.0.0.1:1234" },
    { host: "[::1]:80" },
    { origin: "http://localhost:5173" },
    { origin: "http://127.0.0.1" },
  ])("is a program of this machine that says %o", async (headers: Record<string, string>) => {
    expect((await send(headers)).status).toBe(200);
  });

  it("is possible at /mcp only, and web pages cannot read answers", async () => {
    for (const path of ["/", "/mcp2", "/mcp/x", "/MCP"]) {
      expect((await send({}, { path })).status).toBe(404);
    }
    const asked = await send({ origin: "http://localhost:1" }, { method: "OPTIONS" });
    expect(asked.status).not.toBe(200);
    expect(asked.headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("is possible by no other address of this machine", async () => {
    const { port } = new URL(http.url);
    const refused = new Promise((resolve) => {
      connectSocket({ host: "127.0.0.2", port: Number(port) })
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
        .on("connect", () => resolve("connected"));
    });
    expect(await refused).toBe("ECONNREFUSED");
  });
});

describe("a request over HTTP", () => {
  it("must be JSON of bounded length", async () => {
    await serve();
    expect((await send({}, { body: "{" })).status).toBe(400);
    expect((await send({ "content-type": "text/plain" })).status).toBe(415);
    const large = await send({}, { body: `"${"x".repeat(33 * 1024 * 1024)}"` }).catch(
      (error: unknown) => error,
    );
    // The server may close the connection before the whole body is sent.
    expect(large instanceof Error || (large as Answer).status === 413).toBe(true);
    expect((await send()).status).toBe(200);
  });
});

describe("a session of an older host", () => {
  it("ends on request and is unknown afterwards", async () => {
    await serve();
    const id = sessionOf(await send());
    const ping = { body: JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }) };
    expect((await send({ "mcp-session-id": id }, ping)).status).toBe(200);
    expect((await send({ "mcp-session-id": id }, { method: "DELETE" })).status).toBe(200);
    expect((await send({ "mcp-session-id": id }, ping)).status).toBe(404);
    expect((await send({ "mcp-session-id": "made-up" }, ping)).status).toBe(404);
    expect((await send({}, ping)).status).toBe(400);
  });

  it("is replaced when there are too many, the longest unused first", async () => {
    await serve({ maxSessions: 2 });
    const ping = { body: JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }) };
    const [first, second] = [sessionOf(await send()), sessionOf(await send())];
    await send({ "mcp-session-id": first }, ping);
    const third = sessionOf(await send());
    const statusOf = async (id: string) => (await send({ "mcp-session-id": id }, ping)).status;
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
      200, 404, 200,
    ]);
  });

  it("is kept while its host listens, and another host has to wait", async () => {
    await serve({ maxSessions: 1, sessionIdleMs: 1_000 });
    const id = sessionOf(await send());
    const listening = request({
      port: new URL(http.url).port,
      path: "/mcp",
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${token}`,
        "mcp-session-id": id,
      },
    });
    const opened = new Promise((resolve) => listening.on("response", resolve));
    listening.on("error", () => undefined);
    listening.end();
    await opened;
    expect((await send()).status).toBe(503);
    listening.destroy();
    await expect.poll(async () => (await send()).status, { timeout: 15_000 }).toBe(200);
  });

  it("ends when it is unused for long", async () => {
    await serve({ sessionIdleMs: 20 });
    const ping = { body: JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }) };
    const id = sessionOf(await send());
    const isThere = async (): Promise<number> =>
      (await send({ "mcp-session-id": id }, ping)).status;
    // Each request counts as use.
    await expect.poll(isThere, { interval: 100, timeout: 5_000 }).toBe(404);
  });
});
