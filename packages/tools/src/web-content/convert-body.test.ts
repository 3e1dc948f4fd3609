import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type BodyFormat, convertBody } from "./convert-body.ts";

const url = "https://docs.example.com/guide/start.html";

function convertAll(
  body: string | Uint8Array,
  contentType: string | null = "text/html; charset=utf-8",
  format: BodyFormat = "markdown",
) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return convertBody({ bytes, contentType, url, format });
}

async function convert(...body: Parameters<typeof convertAll>): Promise<string> {
  const { content } = await convertAll(...body);
  if (typeof content !== "string") throw new Error("not a text");
  return content;
}

describe("convertBody", () => {
  it("turns a page into Markdown or text with its title, or keeps its source", async () => {
    const page = "<title> The\n Guide </title><h1>Start</h1><p>Read <a href=/x>more</a>.";
    expect(await convertAll(page)).toEqual({
      title: "The Guide",
      content: "# Start\n\nRead [more](https://docs.example.com/x).",
    });
    expect(await convert(page, "text/html", "text")).toBe("Start\n\nRead more.");
    expect(await convert(page, "text/html", "raw")).toBe(page);
  });

  it("indents JSON and keeps its numbers as they are written", async () => {
    expect(await convert('{"big":12345678901234567890}', "application/vnd.api+json")).toBe(
      '{\n  "big": 12345678901234567890\n}',
    );
    expect(await convert("{broken", "application/json")).toBe("{broken");
    expect(await convert('{"a":1}', "application/json", "raw")).toBe('{"a":1}');
  });

  it.each(["application/xml", "application/rss+xml", "image/svg+xml", "text/plain", "text/css"])(
    "keeps %s as it is",
    async (type) => {
      expect(await convert("<rss><p>a</p></rss>\n", type)).toBe("<rss><p>a</p></rss>\n");
    },
  );

  it.each(["text/plain", "application/json", "text/xml", "text/html"])(
    "leaves invisible characters out of %s, but not with raw",
    async (type) => {
      const text = `"a\u200b\u202eb${String.fromCodePoint(0xe0049)}"`;
      expect(await convert(text, type)).toBe('"ab"');
      expect(await convert(text, type, "raw")).toBe(text);
    },
  );

  it.each([null, "", "application/octet-stream", "nonsense;;"])(
    "looks at the beginning when the type is '%s'",
    async (type) => {
      const wanted =
        type === "nonsense;;" ? ["<!DOCTYPE html><p>a", '{"a":1}'] : ["a", '{\n  "a": 1\n}'];
      expect(await convert("<!DOCTYPE html><p>a", type)).toBe(wanted[0]);
      expect(await convert('{"a":1}', type)).toBe(wanted[1]);
      expect(await convert("a < b", type)).toBe("a < b");
    },
  );

  it("knows elements that end in their own tag in XHTML", async () => {
    const page = "<title/><script src='a.js'/><div hidden=''/><p>a<br/>b</p>";
    expect(await convert(page, "application/xhtml+xml")).toBe("a\nb");
  });

  it("says what to do about a page that scripts make", async () => {
    expect(await convert("<title>App</title><div id=root></div><script>x</script>")).toMatch(
      /^\(The page has no text: it may be made by scripts\. .* raw\.\)$/,
    );
  });

  it("shows an image as an image, whatever its type is called", async () => {
    const bytes = await sharp({
      create: { width: 4, height: 3, channels: 3, background: "#a33" },
    })
      .png()
      .toBuffer();
    const { content } = await convertAll(bytes, "text/html");
    expect(content).toMatchObject([
      { type: "text", text: expect.stringContaining("4 × 3 pixels") },
      { type: "image", mimeType: "image/png" },
    ]);
  });

  it.each([
    ["gzip-compressed data", gzipSync("x")],
    ["a ZIP archive", Buffer.from("PK\x03\x04\0\0\0\0")],
    ["binary data", Buffer.from("abc\0\0\0def\0")],
  ])("refuses %s, saying what it is", async (kind, bytes) => {
    await expect(convertAll(bytes, "application/x-thing")).rejects.toMatchObject({
      code: "not-text",
      message: expect.stringContaining(kind),
    });
    await expect(convertAll(bytes, "text/html", "raw")).rejects.toMatchObject({ code: "not-text" });
  });
});

describe("a document's text", () => {
  it("is that of every page", async () => {
    const content = await convert(Buffer.from(pdfOf(["First page", "Second"])), "application/pdf");
    expect(content).toBe(
      "==> page 1 of 2 <==\nFirst page\n\n==> page 2 of 2 <==\nSecond\n\n(Only text is shown, not images.)",
    );
  });

  it("is missing in a broken one", async () => {
    await expect(convertAll("%PDF-1.7 nothing", "application/pdf")).rejects.toMatchObject({
      code: "not-text",
      message: expect.stringContaining(url),
    });
  });
});

/** Bytes in an encoding that Node can't write. */
const hex = (digits: string): Buffer => Buffer.from(digits, "hex");
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

describe("the charset", () => {
  const text = "Grüße, naïve café: Dvořák, и русский текст";
  const latin = "Grüße, naïve café";
  /** Привет, мир in windows-1251. */
  const hello = hex("cff0e8e2e5f22c20ece8f0");
  const russian = "Это русский текст, который достаточно длинный, чтобы узнать его кодировку.";

  it.each([
    ["the header", latin1(latin), "text/plain; charset=ISO-8859-1", latin],
    ["a header in quotes", latin1(latin), 'text/plain;Charset="latin1"; x=y', latin],
    [
      "the header, for Shift_JIS",
      hex("93fa967b8cea8365834c83588367"),
      "text/plain; charset=shift_jis",
      "日本語テキスト",
    ],
    ["the header, for UTF-16", Buffer.from(text, "utf16le"), "text/plain; charset=utf-16le", text],
    [
      "a byte order mark",
      Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
      "text/plain; charset=utf-8",
      text,
    ],
    [
      "a byte order mark of UTF-8",
      Buffer.from(`\ufeff${text}`),
      "text/plain; charset=latin1",
      text,
    ],
    [
      "its own bytes, where the header is wrong",
      Buffer.from(text),
      "text/plain; charset=iso-8859-1",
      text,
    ],
    ["its own bytes, without a header", Buffer.from(text), "text/plain", text],
    [
      "its own bytes, without a header, for KOI8-R",
      hex(
        "fcd4cf20d2d5d3d3cbc9ca20d4c5cbd3d42c20cbcfd4cfd2d9ca20c4cfd3d4c1d4cfdececf20c4ccc9ceced9ca2c20ded4cfc2d920d5dacec1d4d820c5c7cf20cbcfc4c9d2cfd7cbd52e",
      ),
      "text/plain",
      russian,
    ],
  ] as const)("comes from %s", async (_, bytes, type, expected) => {
    expect(await convert(bytes, type)).toBe(expected);
  });

  it.each([
    '<meta charset="windows-1251">',
    "<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=windows-1251'>",
    '<?xml version="1.0" encoding="windows-1251"?>',
  ])("comes from %s", async (head) => {
    const bytes = Buffer.concat([latin1(`${head}<p>`), hello]);
    expect(await convert(bytes, "text/html")).toBe("Привет, мир");
  });

  it("of a header that doesn't fit gives way to the page's", async () => {
    const bytes = Buffer.concat([latin1("<meta charset=windows-1251><p>"), hello]);
    expect(await convert(bytes, "text/html; charset=utf-8")).toBe("Привет, мир");
  });

  it.each([
    ["UTF-7", "utf-7"],
    ["one that nobody knows", "x-unknown"],
    ["one that browsers refuse", "iso-2022-kr"],
    ["one that hides something", "é\u202e"],
    ["a long one", "a".repeat(10_000)],
  ])("is told if it is unknown: %s", async (_, charset) => {
    const content = await convert(latin1(latin), `text/plain; charset=${charset}`);
    expect(content).toMatch(
      /^Gr.+\n\n\(The charset .{1,60} doesn't fit, so this was read as .+\.\)$/,
    );
    expect(content).not.toContain("\u202e");
    expect(await convert("plain ASCII", `text/plain; charset=${charset}`)).toBe("plain ASCII");
  });

  it("utf-16 in a page of single bytes is a mistake", async () => {
    expect(await convert("<meta charset=utf-16><p>a", "text/html")).toBe("a");
  });
});

/** A document with a line of text on each page, as small as one can be. */
function pdfOf(pages: readonly string[]): string {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, index) => {
      const drawing = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  return `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`;
}
