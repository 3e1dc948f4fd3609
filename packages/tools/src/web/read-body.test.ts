import { pipeline } from "node:stream/promises";
import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTestWeb, startWebServer } from "../fixtures/web-server.ts";

const page = Buffer.from("A page of text. ".repeat(100));
const maxBytes = 1_000_000;

/** What a body with this encoding is read as. */
async function read(encoding: string, body: Uint8Array | (() => AsyncIterable<Uint8Array>)) {
  const { port } = await startWebServer((_, response) => {
    response.setHeader("content-encoding", encoding);
    if (typeof body === "function") pipeline(body(), response).catch(() => undefined);
    else response.end(body);
  });
  const web = createTestWeb({}, { limits: { maxBytes } });
  const { bytes } = await web.fetch({
    url: new URL(`http://site.test:${port}/`),
    accept: "*/*",
    signal: new AbortController().signal,
    isUnattended: false,
  });
  return Buffer.from(bytes);
}

describe("a body", () => {
  it.each([
    ["", page],
    ["identity", page],
    ["gzip", gzipSync(page)],
    ["X-GZIP", gzipSync(page)],
    ["deflate", deflateSync(page)],
    ["br", brotliCompressSync(page)],
    ["zstd", zstdCompressSync(page)],
    ["gzip, br", brotliCompressSync(gzipSync(page))],
    ["br,gzip", gzipSync(brotliCompressSync(page))],
    ["gzip", Buffer.concat([gzipSync(page.subarray(0, 50)), gzipSync(page.subarray(50))])],
  ])("in the encoding '%s' is decoded", async (encoding, body) => {
    expect((await read(encoding, body)).equals(page)).toBe(true);
  });

  it("may be empty", async () => {
    expect(await read("identity", Buffer.alloc(0))).toHaveLength(0);
  });

  it.each([
    ["gzip", gzipSync(page).subarray(0, 40)],
    ["gzip", page],
    ["br", brotliCompressSync(page).subarray(0, 20)],
    ["br", page],
    ["zstd", zstdCompressSync(page).subarray(0, 20)],
    ["zstd", page],
    ["deflate", page],
    ["gzip, br", brotliCompressSync(page)],
  ])("with broken compression is no page: %s", async (encoding, body) => {
    await expect(read(encoding, body)).rejects.toMatchObject({
      code: "network-failed",
      message: expect.stringContaining("compression is broken"),
    });
  });

  it.each([["compress"], ["sdch"], ["gzip, gzip, gzip"], ["gzip\u00e9"]])(
    "in the encoding '%s' is refused",
    async (encoding) => {
      await expect(read(encoding, page)).rejects.toMatchObject({
        code: "network-failed",
        message: expect.stringContaining("is not supported"),
      });
    },
  );

  const zeros = Buffer.alloc(20 * maxBytes);
  it.each([
    ["gzip", gzipSync(zeros)],
    ["deflate", deflateSync(zeros)],
    ["br", brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
    ["zstd", zstdCompressSync(zeros)],
    ["gzip, gzip", gzipSync(gzipSync(zeros))],
    ["gzip, br", brotliCompressSync(gzipSync(zeros))],
  ])("that grows beyond the limit is given up: %s", async (encoding, body) => {
    expect(body.length).toBeLessThan(maxBytes / 5);
    await expect(read(encoding, body)).rejects.toMatchObject({ code: "file-too-large" });
  });

  it("that never ends is given up, also as it was sent", async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      while (true) yield Buffer.alloc(65_536, "x");
    }
    await expect(read("identity", endless)).rejects.toMatchObject({ code: "file-too-large" });
    // Stored without compression, so that the sent bytes reach the limit first.
    const gzip = createGzip({ level: 0 });
    const stored = async function* (): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 40; count += 1) gzip.write(Buffer.alloc(65_536, "x"));
      gzip.end();
      yield* gzip;
    };
    await expect(read("gzip", stored)).rejects.toMatchObject({ code: "file-too-large" });
  });

  it("with a window of more than 8 MiB is refused", async () => {
    // A frame that says it needs a window of 128 MiB. Source: RFC 8878, section 3.1.1.1.2
    const frame = Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3]),
      Buffer.from([0x09, 0x00, 0x00, 0x61]),
    ]);
    await expect(read("zstd", frame)).rejects.toMatchObject({ code: "network-failed" });
  });
});
