import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf } from "../fixtures/tool-session.ts";
import { imageFactsOf } from "./image-size.ts";
import { viewImage } from "./image-view.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a33" } });

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
  let body = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  return `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}

describe("read_file of an image", () => {
  it.each(["png", "jpeg", "gif", "webp"] as const)("shows a small %s as it is", async (format) => {
    const bytes = await picture(40, 30).toFormat(format).toBuffer();
    const { call } = await openToolSession({ files: { "a.img": bytes } });
    const outcome = await call("read_file", { path: "a.img" });
    expect(outcome.content).toEqual([
      { type: "text", text: expect.stringContaining("'a.img': 40 × 30 pixels, ") },
      { type: "image", data: bytes.toString("base64"), mimeType: `image/${format}` },
    ]);
    expect(outcome.structured).toMatchObject({ kind: "image", width: 40, height: 30 });
  });

  it("knows the size of every kind of WebP", async () => {
    for (const options of [{ lossless: true }, { quality: 50 }]) {
      const bytes = await picture(301, 7).webp(options).toBuffer();
      expect(imageFactsOf(bytes)).toEqual({ mimeType: "image/webp", width: 301, height: 7 });
    }
  });

  it("scales a large one down", async () => {
    const { call } = await openToolSession({
      files: { "a.png": await picture(4_000, 1_000).png().toBuffer() },
    });
    const outcome = await call("read_file", { path: "a.png" });
    expect(outcome.structured).toMatchObject({ width: 1_568, height: 392 });
    const [note, image] = outcome.content;
    expect(note).toMatchObject({ text: expect.stringContaining("shown as 1568 × 392 pixels") });
    if (image?.type !== "image") throw new Error("no image");
    expect(imageFactsOf(Buffer.from(image.data, "base64"))).toMatchObject({ width: 1_568 });
  });

  it("shows it as it is without a library, unless no model would take it", async () => {
    const facts = {
      displayPath: "a.png",
      mimeType: "image/png",
      width: 4_000,
      height: 10,
    } as const;
    const none = (): Promise<null> => Promise.resolve(null);
    const view = await viewImage({ ...facts, bytes: Buffer.from("x") }, none);
    expect(view.facts).toMatchObject({ width: 4_000 });
    for (const large of [
      { ...facts, width: 8_001, bytes: Buffer.from("x") },
      { ...facts, bytes: Buffer.alloc(4_000_000) },
    ]) {
      await expect(viewImage(large, none)).rejects.toMatchObject({
        code: "file-too-large",
        message: expect.stringContaining("npm install sharp"),
      });
    }
  });

  it("refuses a broken one", async () => {
    const { call } = await openToolSession({
      files: {
        "cut.png": (await picture(4_000, 900).png().toBuffer()).subarray(0, 60),
        "head.png": Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"),
        "bare.jpg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff]),
      },
    });
    for (const path of ["cut.png", "head.png", "bare.jpg"]) {
      expect((await call("read_file", { path })).error?.code).toBe("not-text");
    }
  });
});

describe("read_file of a PDF document", () => {
  it("shows the text page by page", async () => {
    const { call } = await openToolSession({
      files: { "a.pdf": pdfOf(["First", "Second", "Third"]) },
    });
    const outcome = await call("read_file", { path: "a.pdf" });
    expect(textOf(outcome)).toBe(
      "==> page 1 of 3 <==\nFirst\n\n==> page 2 of 3 <==\nSecond\n\n==> page 3 of 3 <==\nThird\n\n(All 3 pages of 'a.pdf'. Only text is shown, not images.)",
    );
    const second = await call("read_file", { path: "a.pdf", offset: 2, limit: 1 });
    expect(textOf(second)).toBe(
      "==> page 2 of 3 <==\nSecond\n\n(Pages 2 to 2 of 3 of 'a.pdf'. Continue with offset: 3. Only text is shown, not images.)",
    );
    expect(second.structured).toMatchObject({ kind: "pdf", startLine: 2, totalLines: 3 });
  });

  it("refuses a broken one, a page after the end and what needs lines", async () => {
    const { call } = await openToolSession({
      files: { "bad.pdf": "%PDF-1.4\nnothing\n", "a.pdf": pdfOf(["First"]) },
    });
    expect((await call("read_file", { path: "bad.pdf" })).error?.code).toBe("not-text");
    const after = (await call("read_file", { path: "a.pdf", offset: 2 })).error;
    expect(after?.message).toContain("has 1 page. Use an offset from 1 to 1.");
    const around = { keyword: "First" };
    expect((await call("read_file", { path: "a.pdf", around })).error?.code).toBe("input-invalid");
  });
});

describe("read_file of a notebook", () => {
  const notebook = JSON.stringify({
    nbformat: 4,
    cells: [
      { cell_type: "markdown", source: ["# Title\n", "text"] },
      {
        cell_type: "code",
        source: "print(1)",
        outputs: [
          { output_type: "stream", text: ["1\n", "2\n"] },
          { output_type: "stream", text: "y".repeat(9_000) },
          { output_type: "display_data", data: { "image/png": "aGk=", "text/plain": "<Figure>" } },
          {
            output_type: "error",
            ename: "KeyError",
            evalue: "x",
            traceback: ["\u001b[31mat\u001b[0m"],
          },
        ],
      },
    ],
  });

  it("shows cells with shortened outputs", async () => {
    const { call } = await openToolSession({ files: { "a.ipynb": notebook } });
    const text = textOf(await call("read_file", { path: "a.ipynb" }));
    expect(text).toContain(
      "==> cell 1 of 2: markdown <==\n# Title\ntext\n\n==> cell 2 of 2: code <==\nprint(1)\n--- output:\n1\n2\n--- output:\nyyy",
    );
    expect(text).toContain("y\n… [7,000 characters left out] …\ny");
    expect(text).toContain("--- output:\n<Figure>\n[image/png, 6 bytes, not shown]");
    expect(text).toContain("--- output:\nKeyError: x\nat\n\n(All 2 cells of 'a.ipynb'.");
    const second = await call("read_file", { path: "a.ipynb", offset: 1, limit: 1 });
    expect(textOf(second)).toContain("(Cells 1 to 1 of 2 of 'a.ipynb'. Continue with offset: 2.");
  });

  it("shows the JSON text by lines, and what is no notebook as text", async () => {
    const { call } = await openToolSession({
      files: { "a.ipynb": notebook, "b.ipynb": '{"a": 1}\n', "c.ipynb": "no json\n" },
    });
    const raw = textOf(await call("read_file", { path: "a.ipynb", from_end: 1 }));
    expect(raw).toMatch(/^1\t\{"nbformat":4/);
    expect(textOf(await call("read_file", { path: "b.ipynb" }))).toBe('1\t{"a": 1}');
    expect(textOf(await call("read_file", { path: "c.ipynb" }))).toBe("1\tno json");
  });
});
