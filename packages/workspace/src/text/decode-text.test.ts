import { randomFillSync } from "node:crypto";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";
import { encodeText } from "./encode-text.ts";
import { defaultTextFormat, type TextFormat } from "./text-format.ts";

const hello = "Grüße – héllo, wörld. 你好 🙂\r\nline two\n";

async function formatOf(bytes: Buffer): Promise<TextFormat | undefined> {
  return (await decodeText(bytes))?.format;
}

describe("decoding text", () => {
  it("is synchronous except for legacy encodings", () => {
    expect(decodeText(Buffer.from("plain\n"))).toEqual({
      text: "plain\n",
      format: defaultTextFormat,
    });
    expect(decodeText(Buffer.from([0, 1, 2]))).toBeNull();
  });

  it.each([
    ["UTF-8", Buffer.from(hello), "utf-8", false],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${hello}`), "utf-8", true],
    ["UTF-16 with a mark", Buffer.from(`\uFEFF${hello}`, "utf16le"), "utf-16le", true],
    [
      "big-endian UTF-16 with a mark",
      Buffer.from(`\uFEFF${hello}`, "utf16le").swap16(),
      "utf-16be",
      true,
    ],
    ["UTF-16 by its pattern", Buffer.from("Only Western – text\n", "utf16le"), "utf-16le", false],
    [
      "big-endian UTF-16 by its pattern",
      Buffer.from("Text\r\n", "utf16le").swap16(),
      "utf-16be",
      false,
    ],
  ])("knows %s", async (_name, bytes, encoding, bom) => {
    const file = await decodeText(bytes);
    expect(file?.format).toMatchObject({ encoding, bom });
    expect(file?.text.startsWith("\uFEFF")).toBe(false);
    expect(
      Buffer.from(await encodeText(file?.text ?? "", file?.format ?? defaultTextFormat)),
    ).toEqual(bytes);
  });

  it.each([
    ["windows-1252", "// naïve façade – “quoted” text, costs 5 €\nint main() { return 0; }\n"],
    ["iso-8859-1", "Copyright José Martínez. Straße, Übung, Ärger, Größe und so weiter.\n"],
    ["shift_jis", "こんにちは世界。これはテストです。\n"],
    ["euc-jp", "こんにちは世界。これはテストです。\n"],
    ["gb18030", "你好，世界。这是一个测试文件。\n"],
    ["big5", "你好，世界。這是一個測試文件。\n"],
    ["euc-kr", "안녕하세요 세계. 이것은 테스트입니다.\n"],
    ["koi8-r", "Привет, мир. Это тестовый файл.\n"],
    ["windows-1251", "Привет, мир. Это тестовый файл.\n"],
  ])("recognises %s by its letters", async (encoding, text) => {
    const file = await decodeText(iconv.encode(text, encoding));
    expect(file).toMatchObject({ text, format: { encoding, bom: false } });
  });

  it.each([
    ["null bytes", Buffer.from("a\0b")],
    ["an image's beginning", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["half a character in UTF-16", Buffer.from([0xff, 0xfe, 0x41])],
    ["half a surrogate pair in UTF-16", Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
    ["bytes of no likely encoding", Buffer.from([0x41, 0x81, 0x8d, 0x02, 0x90])],
    ["a lone accent among too few letters to judge", Buffer.from("caf\xe9", "latin1")],
  ])("recognises %s as binary", async (_what, bytes) => {
    expect(await decodeText(bytes)).toBeNull();
  });

  it("recognises compressed and random bytes as binary", async () => {
    for (let round = 0; round < 50; round++) {
      const bytes = randomFillSync(Buffer.alloc(300)).map((byte) => byte || 1);
      expect(await decodeText(bytes)).toBeNull();
    }
  });

  it("finds a legacy encoding's letters anywhere in the file", async () => {
    const text = `${"plain ascii line\n".repeat(20_000)}Grüße aus Köln, schöne Straße, große Übung\n`;
    expect(await formatOf(iconv.encode(text, "windows-1252"))).toMatchObject({
      encoding: expect.stringMatching(/1252|8859-1$/),
    });
  });

  it.each([
    ["", "\n", "\n", false],
    ["one line", "\n", "\n", false],
    ["a\nb\n", "\n", "\n", true],
    ["a\r\nb\r\n", "\r\n", "\r\n", true],
    ["a\rb", "\r", "\r", false],
    ["a\r\nb\r\nc\n", "mixed", "\r\n", true],
    ["a\nb\r", "mixed", "\n", true],
    ["a\r\r\nb\n\n", "mixed", "\n", true],
  ])("determines the line ends of %j", async (text, lineEnding, newLineEnding, hasFinalNewline) => {
    expect(await decodeText(Buffer.from(text))).toEqual({
      text,
      format: { encoding: "utf-8", bom: false, lineEnding, newLineEnding, hasFinalNewline },
    });
  });

  it("reads only the view of a larger buffer", async () => {
    const whole = Buffer.from("xxcontentxx");
    expect(await decodeText(whole.subarray(2, 9))).toMatchObject({ text: "content" });
  });
});

describe("what was decoded", () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
    fc.string({ unit: "binary" }).map((text) => Buffer.from(`\uFEFF${text}`, "utf16le")),
    fc.string({ unit: "binary-ascii" }).map((text) => Buffer.from(text, "utf16le").swap16()),
    fc
      .constantFrom("Größe ", "é\r\n", "\r", "\n", "Привет ")
      .map((text) => iconv.encode(text, "windows-1251")),
    fc.constantFrom("こんにちは", "世界\n").map((text) => iconv.encode(text, "shift_jis")),
  );

  it("is encoded to exactly the same bytes", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
        const bytes = Buffer.concat(parts);
        const file = await decodeText(bytes);
        if (file === null) return;
        accepted += 1;
        expect(Buffer.from(await encodeText(file.text, file.format)).equals(bytes)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
