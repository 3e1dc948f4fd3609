import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Web } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../fixtures/self-signed.ts";
import { createTestWeb, startRawServer, startWebServer } from "../fixtures/web-server.ts";
import { createWeb } from "./create-web.ts";

const signal = new AbortController().signal;

function get(web: Web, url: string, options: { readonly isUnattended?: boolean } = {}) {
  return web.fetch({ url: new URL(url), accept: "*/*", signal, isUnattended: false, ...options });
}

async function textOf(web: Web, url: string): Promise<string> {
  return new TextDecoder().decode((await get(web, url)).bytes);
}

describe("an address that is not on the public internet", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://0/",
    "http://①②⑦.⓪.⓪.①/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://100.100.100.200/",
    "http://172.31.0.1/",
    "http://192.168.1.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://[2002:7f00:1::]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://metadata.google.internal/",
    "http://metadata.google.internal./",
    "http://metadata/",
    "http://instance-data/",
    "http://router.local/",
    "http://nas.home.arpa/",
    "http://intranet/",
  ])("is refused without a look-up: %s", async (url) => {
    const web = createWeb({ lookUp: () => Promise.reject(new Error("looked up")) });
    expect(await web.reasonAgainst(new URL(url))).toContain("is not on the public internet");
    await expect(get(web, url)).rejects.toMatchObject({ code: "network-blocked" });
  });

  it.each([
    ["one of several", ["93.184.216.34", "10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["metadata", ["169.254.169.254"]],
    ["IPv6 loopback", ["::1"]],
    ["mapped", ["::ffff:127.0.0.1"]],
    ["of another zone", ["fe80::1%eth0"]],
    ["no address", ["/run/docker.sock"]],
  ])("is refused behind a public name: %s", async (_, addresses) => {
    const web = createWeb({ lookUp: async () => addresses });
    await expect(get(web, "http://127.0.0.1.nip.io/")).rejects.toMatchObject({
      code: "network-blocked",
    });
  });
});

it.each([
  ["https://user:secret@site.test/", "user name or password"],
  ["https://user@site.test/", "user name or password"],
  ["ftp://site.test/", "only http: and https:"],
  ["file:///etc/passwd", "only http: and https:"],
  ["data:text/html,x", "only http: and https:"],
  ["javascript:alert(1)", "only http: and https:"],
  ["ws://site.test/", "only http: and https:"],
])("refuses %s", async (url, reason) => {
  const web = createTestWeb();
  expect(await web.reasonAgainst(new URL(url))).toContain(reason);
  await expect(get(web, url)).rejects.toMatchObject({ code: "network-blocked" });
});

describe("a connection", () => {
  it("goes to the address that was checked, whatever the name leads to afterwards", async () => {
    const { port, requests } = await startWebServer((_, response) => response.end("hello"));
    let lookUps = 0;
    const web = createTestWeb(
      {},
      {
        lookUp: async () => {
          lookUps += 1;
          return lookUps === 1 ? ["127.0.0.1"] : ["10.0.0.1"];
        },
      },
    );
    expect(await textOf(web, `http://rebinding.test:${port}/`)).toBe("hello");
    expect(lookUps).toBe(1);
    expect(requests[0]?.headers.host).toBe(`rebinding.test:${port}`);
    await expect(get(web, `http://rebinding.test:${port}/`)).rejects.toMatchObject({
      code: "network-blocked",
    });
    expect(requests).toHaveLength(1);
  });

  it("ignores proxies of the environment", async () => {
    const proxy = await startWebServer((_, response) => response.end("proxy"));
    const { port } = await startWebServer((_, response) => response.end("server"));
    for (const name of ["HTTP_PROXY", "http_proxy", "NODE_USE_ENV_PROXY"]) {
      process.env[name] = name.startsWith("NODE") ? "1" : `http://127.0.0.1:${proxy.port}`;
    }
    try {
      expect(await textOf(createTestWeb(), `http://site.test:${port}/`)).toBe("server");
    } finally {
      for (const name of ["HTTP_PROXY", "http_proxy", "NODE_USE_ENV_PROXY"]) {
        delete process.env[name];
      }
    }
    expect(proxy.requests).toEqual([]);
  });

  it("goes through a configured proxy, which looks up the name", async () => {
    const proxy = await startWebServer((_, response) => response.end("through the proxy"));
    const web = createWeb({
      proxy: `http://127.0.0.1:${proxy.port}`,
      lookUp: () => Promise.reject(new Error("looked up")),
    });
    expect(await textOf(web, "http://site.test/page?q=1")).toBe("through the proxy");
    expect(proxy.requests[0]?.url).toBe("http://site.test/page?q=1");
    await expect(get(web, "http://10.0.0.1/")).rejects.toMatchObject({ code: "network-blocked" });
    await expect(get(web, "http://a.internal/")).rejects.toMatchObject({ code: "network-blocked" });
  });

  it("sends no cookies, no referrer and no credentials", async () => {
    const { port, requests } = await startWebServer((_, response) => {
      response.setHeader("set-cookie", "session=1");
      response.end("x");
    });
    const web = createTestWeb();
    await get(web, `http://site.test:${port}/a`);
    await get(web, `http://site.test:${port}/b`);
    const names = Object.keys(requests[1]?.headers ?? {}).toSorted();
    expect(names).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  it("refuses a certificate that nobody vouches for, whatever the environment says", async () => {
    let requests = 0;
    const server = createServer(selfSigned, () => (requests += 1));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      await expect(get(createTestWeb(), `https://site.test:${port}/`)).rejects.toMatchObject({
        code: "network-failed",
        message: expect.stringContaining("no valid certificate"),
      });
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
    expect(requests).toBe(0);
  });

  it("fails where https is expected and something else answers", async () => {
    const port = await startRawServer((socket) => socket.end("no TLS"));
    const getting = get(createTestWeb(), `https://site.test:${port}/`);
    await expect(getting).rejects.toMatchObject({ code: "network-failed" });
  });

  it.each([
    ["refuses", "HTTP/1.1 403 Forbidden\r\n\r\n", "network-failed"],
    ["speaks nonsense", "no HTTP\r\n", "network-failed"],
    ["ends", "", "network-failed"],
    ["is silent", null, "timeout"],
  ])("fails through a proxy that %s", async (_, answer, code) => {
    const port = await startRawServer((socket) => {
      if (answer !== null) socket.end(answer);
    });
    const proxy = `http://user:hunter2@127.0.0.1:${port}`;
    const web = createWeb({ proxy, limits: { totalMs: 300 } });
    await expect(get(web, "https://site.test/")).rejects.toMatchObject({
      code,
      message: expect.not.stringContaining("hunter2"),
    });
  });

  it("fails for a name that does not exist", async () => {
    const missing = Object.assign(new Error("queryA"), { code: "ENOTFOUND" });
    const web = createTestWeb({}, { lookUp: () => Promise.reject(missing) });
    await expect(get(web, "http://missing.test/")).rejects.toMatchObject({
      code: "network-failed",
      message: expect.stringContaining("no address for missing.test"),
    });
    const empty = createTestWeb({}, { lookUp: async () => [] });
    await expect(get(empty, "http://missing.test/")).rejects.toMatchObject({
      code: "network-failed",
    });
  });

  it("fails at a port that nobody listens at", async () => {
    // Port 1 of loopback is never in use on a machine that runs tests.
    await expect(get(createTestWeb(), "http://site.test:1/")).rejects.toMatchObject({
      code: "network-failed",
    });
  });
});

it("returns a redirect and does not follow it", async () => {
  const { port, requests } = await startWebServer((_, response) => {
    response.writeHead(302, { location: "http://10.0.0.1/", refresh: "0; url=http://10.0.0.1/" });
    response.end("gone there");
  });
  const response = await get(createTestWeb(), `http://site.test:${port}/`);
  expect(response).toMatchObject({ status: 302, headers: { location: "http://10.0.0.1/" } });
  expect(response.bytes).toHaveLength(0);
  expect(requests).toHaveLength(1);
});

describe("limits", () => {
  const limits = { idleMs: 50, maxBytes: 10_000, maxHeaderBytes: 4_096 };
  const short = { totalMs: 200 };

  it("end a connection over which nothing comes", async () => {
    const silent = await startRawServer(() => undefined);
    const web = createTestWeb({}, { limits });
    await expect(get(web, `http://site.test:${silent}/`)).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("sent nothing"),
    });
    const stuck = await startRawServer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin"),
    );
    await expect(get(web, `http://site.test:${stuck}/`)).rejects.toMatchObject({ code: "timeout" });
  });

  it("end a page that comes byte by byte", async () => {
    const port = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 5);
      socket.once("close", () => clearInterval(drip));
    });
    const web = createTestWeb({}, { limits: short });
    await expect(get(web, `http://site.test:${port}/`)).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("did not arrive within"),
    });
  });

  it("end headers that come byte by byte", async () => {
    const port = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX: ");
      const drip = setInterval(() => socket.write("x"), 5);
      socket.once("close", () => clearInterval(drip));
    });
    const web = createTestWeb({}, { limits: short });
    await expect(get(web, `http://site.test:${port}/`)).rejects.toMatchObject({ code: "timeout" });
  });

  it("end a look-up that takes too long", async () => {
    const web = createTestWeb({}, { limits: short, lookUp: () => new Promise(() => undefined) });
    await expect(get(web, "http://site.test/")).rejects.toMatchObject({ code: "timeout" });
  });

  it("refuse a page that is too long, announced or not", async () => {
    const { port } = await startWebServer(({ url }, response) => {
      if (url === "/announced") response.setHeader("content-length", 20_000);
      response.end("x".repeat(20_000));
    });
    const web = createTestWeb({}, { limits });
    for (const path of ["announced", "chunked"]) {
      await expect(get(web, `http://site.test:${port}/${path}`)).rejects.toMatchObject({
        code: "file-too-large",
      });
    }
  });

  it("refuse headers that are too long", async () => {
    const { port } = await startWebServer((_, response) => {
      response.setHeader("x-long", "x".repeat(10_000));
      response.end();
    });
    const web = createTestWeb({}, { limits });
    await expect(get(web, `http://site.test:${port}/`)).rejects.toMatchObject({
      code: "network-failed",
      message: expect.stringContaining("headers"),
    });
  });

  it("don't read the body of an error", async () => {
    const { port } = await startWebServer((_, response) => {
      response.statusCode = 500;
      response.write("x".repeat(20_000));
    });
    const web = createTestWeb({}, { limits });
    expect((await get(web, `http://site.test:${port}/`)).status).toBe(500);
  });
});

describe("a body", () => {
  it("that ends before its announced length is no page", async () => {
    const port = await startRawServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin"),
    );
    await expect(get(createTestWeb(), `http://site.test:${port}/`)).rejects.toMatchObject({
      code: "network-failed",
      message: expect.stringContaining("before the whole page"),
    });
  });

  it("whose chunks end early is no page", async () => {
    const port = await startRawServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n"),
    );
    await expect(get(createTestWeb(), `http://site.test:${port}/`)).rejects.toMatchObject({
      code: "network-failed",
    });
  });

  it("is cut at its announced length", async () => {
    const port = await startRawServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nbegin and more"),
    );
    expect(await textOf(createTestWeb(), `http://site.test:${port}/`)).toBe("begin");
  });

  it.each([
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nbegin",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nbegin",
    "220 ready\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "\0\0\0",
    "",
  ])("of a server that doesn't speak HTTP correctly is no page: %j", async (answer) => {
    const port = await startRawServer((socket) => socket.end(answer));
    await expect(get(createTestWeb(), `http://site.test:${port}/`)).rejects.toMatchObject({
      code: "network-failed",
    });
  });
});

it("ends with the caller's reason, at any point", async () => {
  const port = await startRawServer((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\nbegin"));
  const reason = new Error("cancelled by a person");
  const aborted = (options: Parameters<typeof createTestWeb>[1], afterMs?: number) => {
    const controller = new AbortController();
    if (afterMs === undefined) controller.abort(reason);
    else setTimeout(() => controller.abort(reason), afterMs);
    const url = new URL(`http://site.test:${port}/`);
    const web = createTestWeb({}, options);
    return web.fetch({ url, accept: "*/*", signal: controller.signal, isUnattended: false });
  };
  await expect(aborted({})).rejects.toBe(reason);
  await expect(aborted({}, 20)).rejects.toBe(reason);
  await expect(aborted({ lookUp: () => new Promise(() => undefined) }, 5)).rejects.toBe(reason);
});

describe("robots.txt", () => {
  const robots = "User-agent: *\nDisallow: /private\n";

  it("is respected while nobody attends the session", async () => {
    const { port, requests } = await startWebServer(({ url }, response) =>
      response.end(url === "/robots.txt" ? robots : "page"),
    );
    const web = createTestWeb();
    const url = `http://site.test:${port}/private/page`;
    await expect(get(web, url, { isUnattended: true })).rejects.toMatchObject({
      code: "network-blocked",
      message: expect.stringContaining("robots.txt"),
    });
    const open = await get(web, `http://site.test:${port}/open`, { isUnattended: true });
    expect(open.status).toBe(200);
    expect((await get(web, url)).status).toBe(200);
    expect(requests.map(({ url: path }) => path)).toEqual([
      "/robots.txt",
      "/open",
      "/private/page",
    ]);
  });

  it.each([
    [404, true],
    [403, true],
    [500, false],
    [503, false],
  ])("that answers %d lets robots in: %s", async (status, isAllowed) => {
    const { port } = await startWebServer(({ url }, response) => {
      if (url === "/robots.txt") response.statusCode = status;
      response.end("page");
    });
    const getting = get(createTestWeb(), `http://site.test:${port}/`, { isUnattended: true });
    if (isAllowed) expect((await getting).status).toBe(200);
    else await expect(getting).rejects.toMatchObject({ code: "network-blocked" });
  });

  it("may be elsewhere on its own host, and nowhere else", async () => {
    const other = await startWebServer((_, response) => response.end("User-agent: *\nDisallow: /"));
    const { port } = await startWebServer(({ url }, response) => {
      if (url === "/robots.txt") response.writeHead(301, { location: "/robots" });
      if (url === "/robots") {
        response.writeHead(302, { location: `http://other.test:${other.port}/robots.txt` });
      }
      response.end("page");
    });
    const response = await get(createTestWeb(), `http://site.test:${port}/`, {
      isUnattended: true,
    });
    expect(response.status).toBe(200);
    expect(other.requests).toEqual([]);
  });

  it("that redirects in a circle counts as missing", async () => {
    const { port, requests } = await startWebServer(({ url }, response) => {
      if (url === "/robots.txt") response.writeHead(301, { location: "/robots.txt" });
      response.end("page");
    });
    await get(createTestWeb(), `http://site.test:${port}/`, { isUnattended: true });
    expect(requests).toHaveLength(7);
  });
});

describe("the cache", () => {
  it("answers in place of a server that said for how long, and only so long", async () => {
    let now = 1_000_000;
    let count = 0;
    const { port } = await startWebServer((_, response) => {
      count += 1;
      response.setHeader("cache-control", "max-age=60");
      response.end(`page ${count}`);
    });
    const web = createTestWeb({}, { now: () => now });
    const url = `http://site.test:${port}/`;
    expect(await textOf(web, url)).toBe("page 1");
    now += 59_000;
    expect(await textOf(web, `${url}#part`)).toBe("page 1");
    expect(await textOf(web, `${url}?q`)).toBe("page 2");
    now += 2_000;
    expect(await textOf(web, url)).toBe("page 3");
  });

  it("asks whether a page has changed, and takes the old one if not", async () => {
    const { port, requests } = await startWebServer(({ headers }, response) => {
      response.setHeader("etag", '"v1"');
      response.setHeader("content-encoding", "gzip");
      response.statusCode = headers["if-none-match"] === '"v1"' ? 304 : 200;
      response.end(response.statusCode === 304 ? undefined : gzipSync("page"));
    });
    const web = createTestWeb();
    const url = `http://site.test:${port}/`;
    for (let time = 0; time < 3; time += 1) expect(await textOf(web, url)).toBe("page");
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([
      undefined,
      '"v1"',
      '"v1"',
    ]);
  });

  it("keeps the latest pages within its budget", async () => {
    const { port, requests } = await startWebServer((_, response) => {
      response.setHeader("cache-control", "max-age=60");
      response.end("x".repeat(4_000));
    });
    const web = createTestWeb({}, { limits: { maxCacheBytes: 10_000 } });
    for (const path of ["a", "b", "a", "c", "a", "b"]) {
      await get(web, `http://site.test:${port}/${path}`);
    }
    expect(requests.map(({ url }) => url)).toEqual(["/a", "/b", "/c", "/b"]);
  });

  it("does not answer for a host that is refused", async () => {
    let address = "127.0.0.1";
    const { port } = await startWebServer((_, response) => {
      response.setHeader("cache-control", "no-store");
      response.end("page");
    });
    const web = createTestWeb({}, { lookUp: async () => [address] });
    await get(web, `http://site.test:${port}/`);
    address = "10.0.0.1";
    await expect(get(web, `http://site.test:${port}/`)).rejects.toMatchObject({
      code: "network-blocked",
    });
  });
});
