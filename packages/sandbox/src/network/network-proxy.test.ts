import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { NetworkPolicy } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../fixtures/host-for-test.ts";
import { bubblewrapMissing, openConfined } from "../fixtures/sandbox-for-test.ts";
import { type NetworkProxy, openNetworkProxy } from "./network-proxy.ts";

/** A server that reports the requests it receives. */
async function openServer(): Promise<number> {
  const server = createServer((message, response) => {
    message.resume();
    message.on("end", () => {
      response.setHeader("x-asked", `${message.method} ${message.url} ${message.headers.host}`);
      response.end("hello");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Asked {
  readonly proxy: NetworkProxy;
  readonly port: number;
  readonly asked: string[];
}

async function openProxy(
  decide: NetworkPolicy["decide"],
  findAddresses?: (host: string) => Promise<readonly string[]>,
): Promise<Asked> {
  const asked: string[] = [];
  const decider: NetworkPolicy = {
    decide(wanted) {
      asked.push(`${wanted.host} ${wanted.port}`);
      return decide(wanted);
    },
  };
  const proxy = await openNetworkProxy(decider, { port: 0 }, findAddresses);
  onTestFinished(() => proxy.close());
  return { proxy, port: proxy.port ?? 0, asked };
}

const allow: NetworkPolicy["decide"] = () => Promise.resolve("allow");
const deny: NetworkPolicy["decide"] = () => Promise.resolve("deny");

/** Sends text and returns everything received until the end. */
async function talk(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => (answer += part));
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return answer;
}

const connectTo = (authority: string): string =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;

describe("a request through the proxy", () => {
  it("reaches an allowed host unchanged", async () => {
    const server = await openServer();
    const { port, asked } = await openProxy(allow);
    const onwards = request({ port, path: `http://localhost:${server}/a?b=c`, method: "POST" });
    onwards.end("x".repeat(100_000));
    const [response] = (await once(onwards, "response")) as [IncomingMessage];
    expect(response.headers["x-asked"]).toMatch(/^POST \/a\?b=c /);
    response.resume();
    expect(asked).toEqual([`localhost ${server}`]);
  });

  it.each([
    ["another", "Host: other.test\r\n"],
    ["two", "Host: localhost\r\nhOsT: other.test\r\n"],
  ])("carries the host of its URL, though the command wrote %s", async (_title, hosts) => {
    const server = await openServer();
    const { port } = await openProxy(allow);
    const answer = await talk(
      port,
      `GET http://LOCALHOST:${server}/a HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`x-asked: GET /a localhost:${server}\r`));
  });

  it("tunnels to an allowed host in both directions", async () => {
    const server = await openServer();
    const { port } = await openProxy(allow);
    const answer = await talk(
      port,
      `${connectTo(`127.0.0.1:${server}`)}GET /in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(answer).toMatch(/x-asked: GET \/in x[^]*hello$/);
  });

  it.each([
    ["deny", deny, /the policy denies it/],
    ["ask, as nobody answered", () => Promise.resolve("ask" as const), /the host is not approved/],
    ["an error", () => Promise.reject(new Error("broken")), /the policy denies it/],
  ] as const)("is refused with a sentence on %s", async (_title, decide, reason) => {
    const server = await openServer();
    const { proxy, port } = await openProxy(decide);
    const tunnel = await talk(port, connectTo(`localhost:${server}`));
    expect(tunnel).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(tunnel).toMatch(reason);
    const plain = await talk(
      port,
      `GET http://localhost:${server}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(plain).toMatch(/^HTTP\/1\.1 403 /);
    expect(plain).toMatch(reason);
    expect(proxy.denials()).toEqual([
      { kind: "network", target: `localhost:${server}`, isCertain: true },
    ]);
  });

  it("needs one decision for each host and port, however many are concurrent", async () => {
    const { port, asked } = await openProxy(deny);
    await Promise.all(Array.from({ length: 5 }, () => talk(port, connectTo("example.test:443"))));
    await talk(port, connectTo("example.test:8443"));
    expect(asked).toEqual(["example.test 443", "example.test 8443"]);
  });

  it.each([
    ["EXAMPLE.Test.:443", "example.test 443"],
    ["[::1]:80", "::1 80"],
    ["[0:0::1]:80", "::1 80"],
    ["0x7f.1:80", "127.0.0.1 80"],
    ["2130706433:80", "127.0.0.1 80"],
    ["bücher.test:443", null],
  ])("is decided by one spelling of its host: %s", async (authority, spelling) => {
    const { port, asked } = await openProxy(deny);
    await talk(port, connectTo(authority));
    expect(asked).toEqual(spelling === null ? [] : [spelling]);
  });

  it.each([
    "no-port",
    "host:0",
    "host:65536",
    ":80",
    "user@host:80",
    "a b:80",
    "host:80/path",
    "host:8O",
  ])("is no request with the target %j", async (authority) => {
    const { port, asked } = await openProxy(allow);
    expect(await talk(port, connectTo(authority))).toMatch(/^HTTP\/1\.1 (?:400|502) /);
    expect(asked).toEqual([]);
  });

  it.each(["/etc/passwd", "file:///etc/passwd", "ftp://localhost/", "http://user:word@localhost/"])(
    "is no request with the URL %j",
    async (url) => {
      const { port, asked } = await openProxy(allow);
      expect(
        await talk(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 400 /);
      expect(asked).toEqual([]);
    },
  );

  it.each([["127.0.0.1"], ["169.254.169.254"], ["93.184.216.34", "::1"]])(
    "goes to no name, allowed or not, that leads to this computer: %s",
    async (...addresses) => {
      const server = await openServer();
      const { proxy, port } = await openProxy(allow, () => Promise.resolve(addresses));
      const answer = await talk(port, connectTo(`rebound.test:${server}`));
      expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*leads to this computer/);
      expect(proxy.denials()).toMatchObject([{ target: `rebound.test:${server}` }]);
    },
  );

  it("fails clearly when the host does not answer", async () => {
    const { port } = await openProxy(allow);
    expect(await talk(port, connectTo("localhost:1"))).toMatch(
      / 502 .*\r\n[^]*the host does not answer/,
    );
    expect(await talk(port, connectTo("no-such-host.invalid:443"))).toMatch(/ 502 [^]*no address/);
  });

  it("ends with the close, also when connected or still being decided", async () => {
    const server = await openServer();
    let ended = false;
    const { proxy, port, asked } = await openProxy(({ host, signal }) =>
      host === "localhost"
        ? Promise.resolve("allow")
        : new Promise((resolve) =>
            signal.addEventListener("abort", () => {
              ended = true;
              resolve("deny");
            }),
          ),
    );
    const connected = connect(port, "127.0.0.1");
    connected.write(connectTo(`localhost:${server}`));
    await once(connected, "data");
    const undecided = talk(port, connectTo("undecided.test:443"));
    await until(() => asked.length === 2);
    const closed = once(connected, "close");
    await proxy.close();
    await closed;
    await undecided;
    expect(ended).toBe(true);
  });
});

describe.skipIf(bubblewrapMissing !== null)(
  `a confined command with a network by host (skipped without bubblewrap: ${bubblewrapMissing ?? ""})`,
  () => {
    it("reaches allowed hosts and nothing else", async () => {
      const server = await openServer();
      const asked: string[] = [];
      const network: NetworkPolicy = {
        decide({ host, port }) {
          asked.push(`${host}:${port}`);
          return Promise.resolve(port === server ? "allow" : "deny");
        },
      };
      const { run } = openConfined({ network, readablePaths: [process.execPath] });
      const script = `
        const get = (port) => new Promise((resolve) => require("node:http").get(
          { host: "127.0.0.1", port: 3128, path: "http://localhost:" + port + "/" },
          (response) => { let text = ""; response.on("data", (part) => text += part).on("end", () => resolve(text)); }));
        const direct = () => new Promise((resolve) => require("node:net").connect(${server}, "127.0.0.1")
          .on("connect", () => resolve("connected")).on("error", (error) => resolve(error.code)));
        (async () => console.log(await get(${server}), await direct(), await get(1)))();
      `;
      const started = await run(`echo $HTTPS_PROXY; "$NODE" -e "$SCRIPT"; exit 4`, {
        environment: { SCRIPT: script, NODE: process.execPath },
      });
      expect(await started.ended).toEqual({
        exitCode: 4,
        signal: null,
        cause: "exit",
        sandboxDenials: [{ kind: "network", target: "localhost:1", isCertain: true }],
      });
      expect(started.output()).toBe(
        "http://127.0.0.1:3128\nhello ECONNREFUSED The sandbox does not let this command reach localhost:1: the policy denies it.\n\n",
      );
      expect(asked).toEqual([`localhost:${server}`, "localhost:1"]);
    });

    it("ends when asked, like any other command", async () => {
      const { run } = openConfined({ network: { decide: deny } });
      const started = await run("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
      await started.lines(1);
      expect(await started.stop()).toMatchObject({ exitCode: 7, cause: "stopped" });
    });
  },
);
