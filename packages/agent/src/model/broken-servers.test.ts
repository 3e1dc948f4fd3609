import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { key, runAgainst, runCounting } from "../fixtures/counting-agent.ts";
import { chatCompletions } from "../fixtures/strict-vendor/chat-completions.ts";
import { messages } from "../fixtures/strict-vendor/messages.ts";
import {
  frameOf,
  type Reaction,
  sendError,
  sendEvents,
  wires,
} from "../fixtures/strict-vendor/strict-vendor.ts";
import type { Wire } from "../fixtures/strict-vendor/wire.ts";

const said = {
  reasoning: "I think about it, for a while.",
  text: "A text that is long enough to be cut in its middle.",
  calls: [{ name: "count", input: { to: 3, note: "so that the arguments come in pieces" } }],
};

const framesOf = (wire: Wire): readonly string[] => wire.answer(said, "mark-0").map(frameOf);

const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { "content-type": "text/event-stream" });

const status =
  (code: number, headers: Record<string, string> = {}, message = "it says no"): Reaction =>
  (response, wire) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendError(response, wire, message, code);
  };

describe.each(wires)("$vendor", (wire) => {
  const name = `${wire.vendor}/${wire.model}`;

  test.each(["ends", "breaks"])(
    "runs no call twice when the answer %s too early, wherever",
    async (how) => {
      for (const at of framesOf(wire).keys()) {
        const ran = await runAgainst(wire, [
          (response) => {
            const text = framesOf(wire).slice(0, at).join("");
            if (how === "ends") stream(response).end(text);
            else stream(response).write(text, () => response.socket?.resetAndDestroy());
          },
        ]);
        expect(ran.vendor.problems).toEqual([]);
        expect(ran.result).toMatchObject({ status: "done", text: "Fine." });
        // It either counts as whole behind the call, or is asked for again.
        expect(ran.counted.length + ran.retries.length, `${at}`).toBe(1);
        expect(ran.vendor.requests).toHaveLength(2);
      }
    },
  );

  test.each([500, 503, 529, 429, 408])("sends the request again after %i", async (code) => {
    const ran = await runAgainst(wire, [status(code)]);
    expect(ran.result).toMatchObject({ status: "done", text: "Fine." });
    expect(ran.retries).toEqual([`${name}: ${code} it says no.`]);
  });

  test.each([
    [400, ""],
    [401, ` Check the key in ${wire.keyVariable}.`],
    [403, ` Check the key in ${wire.keyVariable}.`],
    [404, " Check the model's name, and the base URL: http://127.0.0.1:"],
  ])("does not send the request again after %i, and says what to do", async (code, advice) => {
    const ran = await runAgainst(wire, [status(code)]);
    expect(ran.result.status).toBe("failed");
    expect(ran.result.reason).toContain(`${name}: ${code} it says no.${advice}`);
    expect(ran.vendor.requests).toHaveLength(1);
  });

  test("never shows the key, even if the vendor does", async () => {
    const ran = await runAgainst(wire, [
      status(500, {}, `bad ${key}`),
      status(401, {}, `wrong key ${key}!`),
    ]);
    expect(ran.result.reason).toContain("wrong key (the key)!");
    expect(JSON.stringify(ran.events)).not.toContain(key);
  });

  test("shows no part of the key where the vendor's words are cut", async () => {
    for (const length of [282, 290, 299]) {
      const ran = await runAgainst(wire, [status(401, {}, "x".repeat(length) + key)]);
      expect(ran.result.reason).toContain("xxx(");
      expect(ran.result.reason).not.toContain(key.slice(0, 2));
    }
  });

  test("waits as long as the vendor wants, but not longer than two minutes", async () => {
    const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
    for (const wait of ["99999", inTenMinutes]) {
      const ran = await runAgainst(wire, [status(429, { "retry-after": wait })]);
      expect(ran.result.reason).toMatch(/: 429 it says no\. It wants \d+ s of waiting\.$/);
      expect(ran.vendor.requests).toHaveLength(1);
    }
    const past = new Date(0).toUTCString();
    for (const wait of ["0", past, "soon", "-1"]) {
      const ran = await runAgainst(wire, [status(429, { "retry-after": wait })]);
      expect(ran.result.status).toBe("done");
    }
  });

  test("sends the request again when the stream reports an error", async () => {
    const ran = await runAgainst(wire, [
      (response) =>
        sendEvents(response, [
          ...wire.answer({ text: "Half an answer" }, "m").slice(0, 2),
          wire.streamError("Too busy"),
        ]),
      (response) => sendEvents(response, [wire.streamError("Too busy")]),
    ]);
    expect(ran.result.status).toBe("done");
    expect(ran.retries).toHaveLength(2);
    for (const retry of ran.retries) expect(retry).toMatch(/^\S+: (?:5\d\d )?Too busy\.$/);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "data: what?\n\n"],
    ["JSON of another form", 'data: {}\n\ndata: []\n\ndata: null\n\ndata: {"choices":7}\n\n'],
    ["no events", "Service temporarily unavailable"],
  ])("gives up in one line when the stream holds %s", async (_, text) => {
    const reaction: Reaction = (response) => stream(response).end(text);
    const ran = await runAgainst(wire, [reaction, reaction, reaction]);
    expect(ran.result.status).toBe("failed");
    expect(ran.result.reason).toMatch(/^.{10,400}$/);
    expect(ran.vendor.requests).toHaveLength(3);
  });

  test("takes a web page for a wrong address", async () => {
    const ran = await runAgainst(wire, [
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in"),
    ]);
    expect(ran.result.reason).toMatch(
      /: http:\/\/127\.0\.0\.1:\d+ answered with a web page\. Check the base URL\.$/,
    );
    expect(ran.vendor.requests).toHaveLength(1);
  });

  test("finds the error in JSON with status 200", async () => {
    const ran = await runAgainst(wire, [status(200, {}, "quota exceeded")]);
    expect(ran.retries).toEqual([`${name}: quota exceeded.`]);
  });

  test("does not follow a redirect with the key and the conversation", async () => {
    const other = await openServer((socket) => socket.end());
    const ran = await runAgainst(wire, [
      (response) => response.writeHead(307, { location: `${other.url}/v1` }).end(),
    ]);
    expect(ran.result.reason).toContain(`redirects to ${other.url}/v1, which is not followed`);
    expect(other.connections()).toBe(0);
  });

  test.each(["gzip", "deflate", "br"])("reads an answer in %s", async (encoding) => {
    const compress =
      { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding] ?? gzipSync;
    const ran = await runAgainst(wire, [
      (response) => {
        response.setHeader("content-encoding", encoding);
        stream(response).end(compress(framesOf(wire).join("")));
      },
    ]);
    expect(ran.counted).toEqual([3]);
    expect(ran.retries).toEqual([]);
  });

  test("gives up a server that falls silent, before and in its answer", async () => {
    const silent: Reaction = () => undefined;
    const half: Reaction = (response) =>
      void stream(response).write(framesOf(wire).slice(0, 3).join(""));
    const ran = await runAgainst(wire, [silent, half], { silenceMs: 100 });
    expect(ran.result.status).toBe("done");
    expect(ran.retries).toEqual([
      `${name}: The model's server has sent nothing for 0.1 s.`,
      `${name}: The model's server has sent nothing for 0.1 s.`,
    ]);
  });

  test("sends the request again when the connection is reset before the first byte", async () => {
    const ran = await runAgainst(wire, [(response) => response.socket?.resetAndDestroy()]);
    expect(ran.result.status).toBe("done");
    expect(ran.retries[0]).toMatch(/The connection to \S+ broke \(ECONNRESET\)\.$/);
  });

  test("ends a line that has no end", async () => {
    const ran = await runAgainst(wire, [
      (response) => {
        stream(response).write("data: ");
        const write = (): void => {
          while (!response.destroyed && response.write("x".repeat(1_000_000)));
        };
        response.on("drain", write);
        write();
      },
    ]);
    expect(ran.result.reason).toMatch(/sends more than a model can say\.$/);
  });
});

test("ends at the last event of Chat Completions, even if the connection stays open", async () => {
  const ran = await runAgainst(chatCompletions, [
    (response) => void stream(response).write(framesOf(chatCompletions).join("")),
  ]);
  expect(ran.counted).toEqual([3]);
  expect(ran.retries).toEqual([]);
});

test("uses one connection for all steps", async () => {
  const sockets = new Set<unknown>();
  const step: Reaction = (response, wire) => {
    sockets.add(response.socket);
    sendEvents(
      response,
      wire.answer({ calls: [{ name: "count", input: { to: sockets.size } }] }, "m"),
    );
  };
  const ran = await runAgainst(chatCompletions, [step, step, step]);
  expect(ran.result).toMatchObject({ status: "done", text: "Fine." });
  expect(sockets.size).toBe(1);
});

test("ignores calls behind the end of an answer", async () => {
  const ran = await runAgainst(messages, [
    (response) =>
      sendEvents(response, [
        ...messages.answer({ text: "Done." }, "m"),
        ...messages.answer(said, "m"),
      ]),
  ]);
  expect(ran.result).toMatchObject({ status: "done", text: "Done." });
  expect(ran.counted).toEqual([]);
});

test("bounds the body of an error", async () => {
  const ran = await runAgainst(chatCompletions, [
    (response) => {
      response.writeHead(500);
      const write = (): void => {
        while (!response.destroyed && response.write("no ".repeat(10_000)));
      };
      response.on("drain", write);
      write();
    },
  ]);
  expect(ran.result.status).toBe("done");
  expect(ran.retries[0]?.length).toBeLessThan(500);
});

test.each([
  ["http", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["https", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["https", "HTTP/1.1 400 Bad Request\r\n\r\n"],
])("says that a server does not speak %s: %j", async (protocol, greeting) => {
  const server = await openServer((socket) => socket.end(greeting));
  const { result } = await runCounting(
    chatCompletions,
    `${protocol}://127.0.0.1:${server.port}/v1`,
  );
  expect(result.reason).toMatch(
    /does not answer as a model's server \(\w+\)\. Check its port, and whether it is http or https\.$/,
  );
});

test("says that nothing answers at an address, and does not ask again", async () => {
  const server = await openServer((socket) => socket.end());
  await server.close();
  const { result, retries } = await runCounting(chatCompletions, `${server.url}/v1`);
  expect(result.reason).toBe(
    `compatible/qwen3: Nothing answers at ${server.url} (ECONNREFUSED). Check that the URL is right and that its server runs.`,
  );
  expect(retries).toEqual([]);
});

test("sends requests through a proxy, but never those to this machine", async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    request
      .resume()
      .on("end", () => sendEvents(response, chatCompletions.answer({ text: "Through." }, "m")));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const environment = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  const { result } = await runCounting(chatCompletions, "http://model.example/v1", { environment });
  expect(result).toMatchObject({ status: "done", text: "Through." });
  expect(asked).toEqual([`http://model.example/v1/chat/completions Bearer ${key}`]);
  const local = await runAgainst(chatCompletions, [], { environment });
  expect(local.result.text).toBe("Fine.");
  expect(asked).toHaveLength(1);
});

test("a proxy that does not connect is named", async () => {
  const proxy = await openServer((socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  const environment = { HTTPS_PROXY: proxy.url };
  const { result } = await runCounting(chatCompletions, "https://model.example/v1", {
    environment,
  });
  expect(result.reason).toContain("Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.");
});

/** A server that speaks no HTTP. */
async function openServer(onConnection: (socket: Socket) => void) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  };
  onTestFinished(() => (server.listening ? close() : undefined));
  return { url: `http://127.0.0.1:${port}`, port, connections: () => connections, close };
}
