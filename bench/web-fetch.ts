// Question: what does `web_fetch` cost for a page of 1 MB, and for a compressed bomb of 10 GiB?
// Workload: a page of articles with links, code and tables, from a server on loopback, through a whole session to
// Markdown; 10 GiB of zeros as gzip members (and as zstd frames), each bomb in a process of its own.
// Baseline in the same run: Node's own fetch() of the same page to text, without conversion, policy or limits; for the
// bombs, fetch() that stops reading at the same 16 MiB.
// Source of the goals: 250 ms for the page, warm; 64 MiB more memory and 1 s for a bomb.
import { fork } from "node:child_process";
import { createServer, type Server, type ServerResponse } from "node:http";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { createPolicy, createRegistry, createSession, type Session } from "@toolwright/core";
import { builtinTool } from "@toolwright/tools";
import { createWeb } from "@toolwright/tools/web";
import { openWorkspace } from "@toolwright/workspace";
import { describeMachine, goal, interleave, table } from "./support/measure.ts";

const mebibyte = 1_048_576;
const bombBytes = 10 * 1_024 * mebibyte;
const limitBytes = 16 * mebibyte;

const [, , contestant, address] = process.argv;
if (contestant !== undefined && address !== undefined) await defuse(contestant, address);
else await measure();

async function measure(): Promise<void> {
  const server = await startServer();
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  try {
    console.log(`web_fetch. ${describeMachine()}\n`);
    await measurePage(`${base}/page`);
    for (const encoding of ["gzip", "zstd"]) await measureBomb(`${base}/${encoding}`, encoding);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function measurePage(url: string): Promise<void> {
  const { session, close } = await openSession();
  const ours = async (): Promise<string> => {
    const outcome = await session.call({ name: "web_fetch", input: { url } });
    if (outcome.status !== "ok") throw new Error(outcome.error?.message);
    return JSON.stringify(outcome.content);
  };
  const baseline = async (): Promise<string> => (await fetch(url)).text();
  const startedAt = performance.now();
  // Both must see the end of the page.
  for (const read of [ours, baseline]) {
    if (!(await read()).includes("the last words")) throw new Error("The page is not whole.");
  }
  const coldMs = performance.now() - startedAt;
  const repeat = (read: () => Promise<string>) => async (times: number) => {
    for (let time = 0; time < times; time += 1) await read();
  };
  const figures = await interleave(
    [
      { name: "fetch().text()", run: repeat(baseline) },
      { name: "web_fetch to Markdown", run: repeat(ours) },
    ],
    { rounds: 15, times: 2 },
  );
  const rows = Array.from(figures, ([name, { median, low, high }]) => [
    name,
    ...[median, low, high].map((figure) => `${(figure / 1_000).toFixed(1)} ms`),
  ]);
  console.log(table([["a page of 1 MB", "median", "low", "high"], ...rows]));
  const used = process.cpuUsage();
  await repeat(ours)(10);
  const { user, system } = process.cpuUsage(used);
  const cpuMs = (user + system) / 1_000 / 10;
  console.log(
    `The first ones took ${coldMs.toFixed(0)} ms. One takes ${cpuMs.toFixed(0)} ms of all processors.\n`,
  );
  goal("a page of 1 MB", (figures.get("web_fetch to Markdown")?.median ?? 0) / 1_000, 250, "ms");
  await close();
}

async function openSession(): Promise<{ session: Session; close: () => Promise<void> }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-web-")));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const workspace = openWorkspace({ roots: [folder] });
  const registry = createRegistry();
  await registry.register([await builtinTool("web_fetch")]);
  const session = await createSession({
    registry,
    workspace,
    // So that the end of the page can be checked.
    budget: { maxBytes: 10 * mebibyte, maxImageBytes: 0 },
    web: createWeb({ isPublic: (host) => host === "127.0.0.1" }),
    policy: createPolicy({
      mode: "default",
      roots: workspace.roots,
      layers: [{ name: "user", source: "bench", rules: [{ allow: "network(127.0.0.1)" }] }],
    }),
  });
  const approvals = session.approvals.watch({});
  const close = async (): Promise<void> => {
    approvals();
    await session.close();
  };
  return { session, close };
}

interface Defused {
  readonly ms: number;
  readonly bytes: number;
}

async function measureBomb(url: string, encoding: string): Promise<void> {
  const rows = [[`10 GiB as ${encoding}`, "time", "memory"]];
  for (const name of ["fetch(), counted", "web_fetch"]) {
    const { ms, bytes } = await inProcess(name, url);
    rows.push([name, `${ms.toFixed(0)} ms`, `${(bytes / mebibyte).toFixed(1)} MiB`]);
    if (name !== "web_fetch") continue;
    console.log(`\n${table(rows)}`);
    goal(`a bomb of 10 GiB as ${encoding}, time`, ms / 1_000, 1, "s");
    goal(`a bomb of 10 GiB as ${encoding}, memory`, bytes / mebibyte, 64, "MiB");
  }
}

/** A process of its own, whose peak of memory is nobody else's. */
function inProcess(name: string, url: string): Promise<Defused> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [name, url]);
    child.once("message", (message) => resolve(message as Defused));
    child.once("exit", (code) => reject(new Error(`It ended with ${code}.`)));
  });
}

async function defuse(name: string, url: string): Promise<void> {
  const read = name === "web_fetch" ? await ourReader() : counted;
  // What a first request loads is no cost of the bomb.
  await read(new URL("/small", url).href);
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  await read(url);
  const ms = performance.now() - startedAt;
  process.send?.({ ms, bytes: process.resourceUsage().maxRSS * 1_024 - before });
  process.disconnect();
}

async function ourReader(): Promise<(url: string) => Promise<void>> {
  const { session } = await openSession();
  return async (url) => {
    const { error } = await session.call({ name: "web_fetch", input: { url } });
    const isBomb = !url.endsWith("small");
    if (isBomb && error?.code !== "file-too-large") throw new Error("It was not refused.");
  };
}

async function counted(url: string): Promise<void> {
  let size = 0;
  for await (const chunk of (await fetch(url)).body ?? []) {
    size += chunk.length;
    if (size > limitBytes) return;
  }
}

async function startServer(): Promise<Server> {
  const page = pageOf(1_000_000);
  const member = Buffer.alloc(limitBytes);
  const bombs: Readonly<Record<string, Buffer>> = {
    "/gzip": gzipSync(member),
    "/zstd": zstdCompressSync(member),
  };
  const server = createServer(({ url = "" }, response) => {
    const bomb = bombs[url];
    if (bomb !== undefined) void sendBomb(bomb, url.slice(1), response);
    else {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(url === "/page" ? page : "<p>Small.</p>");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function sendBomb(part: Buffer, encoding: string, response: ServerResponse): Promise<void> {
  response.setHeader("content-encoding", encoding);
  response.setHeader("content-type", "text/plain");
  const parts = function* (): Generator<Buffer> {
    for (let sent = 0; sent < bombBytes; sent += limitBytes) yield part;
  };
  await pipeline(parts, response).catch(() => undefined);
}

/** Articles until the page has so many bytes. */
function pageOf(bytes: number): string {
  const sections: string[] = [];
  let size = 0;
  for (let number = 1; size < bytes; number += 1) {
    const section = sectionOf(number);
    sections.push(section);
    size += section.length;
  }
  return `<!doctype html><html><head><title>A long page</title><style>p { margin: 0 }</style></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<main><h1>A long page</h1>${sections.join("\n")}<p>These are the last words.</p></main>
<footer>Imprint</footer></body></html>`;
}

function sectionOf(number: number): string {
  const words = "Each section has <em>some</em> words, <b>more</b> words and a link. ".repeat(6);
  return `<section id="s${number}"><h2>Section ${number}</h2>
<p>${words}<a href="../docs/${number}?from=here#top">Read on</a>.</p>
<pre><code class="language-ts">const section${number}: number = ${number};\nexport { section${number} };</code></pre>
<table><tr><th>Name</th><th>Value</th></tr><tr><td>number</td><td>${number}</td></tr></table>
<ul><li>first</li><li>second <ul><li>inner</li></ul></li></ul></section>`;
}
