import { type ContentPart, ToolError } from "@toolwright/core";
import { withoutHidden } from "@toolwright/core/internal";
import { imageFactsOf } from "../file-view/image-size.ts";
import { sizeText } from "../text/number-text.ts";
import { binaryKind } from "../text-file/binary-kind.ts";
import { type MediaType, mediaTypeOf, textKind } from "./body-kind.ts";
import { decodeWebText, type WebText } from "./decode-web-text.ts";
import type { HtmlRequest, HtmlText } from "./html/convert-html.ts";
import { prettyJson } from "./pretty-json.ts";
import { TooHeavyError, workApart } from "./work-apart.ts";

export type BodyFormat = "markdown" | "text" | "raw";

export interface WebBody {
  /** Decompressed. */
  readonly bytes: Uint8Array;
  /** The `Content-Type` header. */
  readonly contentType: string | null;
  /** The address it came from in the end, which links are relative to. */
  readonly url: string;
  readonly format: BodyFormat;
}

/** A body as a model reads it; notes in brackets at the end say what is missing. */
export interface WebContent {
  /** A page's title. */
  readonly title?: string;
  readonly content: string | readonly ContentPart[];
}

/**
 * Turns the body of a response into what a model reads: a page's content as Markdown or plain text, JSON indented,
 * the text of a PDF document, an image as an image, other text as it is. What people don't see is left out: hidden parts
 * of a page, and invisible characters. `raw` keeps every text as it is.
 *
 * Errors: `not-text` for other binary data, or a broken document; `file-too-large` for an image that models don't take.
 */
export async function convertBody(body: WebBody): Promise<WebContent> {
  const bytes = Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength);
  const media = mediaTypeOf(body.contentType);
  const image = imageFactsOf(bytes);
  if (image !== null) {
    const { viewImage } = await import("../file-view/image-view.ts");
    return { content: (await viewImage({ ...image, displayPath: body.url, bytes })).content };
  }
  if (bytes.toString("latin1", 0, 5) === "%PDF-") {
    return { content: await documentText(body.url, bytes) };
  }
  const decoded = await decodeWebText(bytes, media.charset);
  if (decoded === null) throw binary(body, bytes, media);
  return convertText(body, decoded, media);
}

async function convertText(
  { url, format }: WebBody,
  { text, notes }: WebText,
  { type }: MediaType,
): Promise<WebContent> {
  const kind = textKind(type, text);
  if (format === "raw") return { content: withNotes(text, notes) };
  if (kind !== "html") {
    const shown = kind === "json" ? (prettyJson(text) ?? text) : text;
    return { content: withNotes(withoutHidden(shown, "text"), notes) };
  }
  const page = await pageText({
    html: text,
    url,
    format,
    isXml: type === "application/xhtml+xml",
  });
  const said = page.text === "" ? [noText, ...page.notes, ...notes] : [...page.notes, ...notes];
  return {
    ...(page.title !== "" && { title: page.title }),
    content: withNotes(page.text, said),
  };
}

/** Shorter pages are converted sooner than a thread for them starts. */
const MAX_CHARACTERS_HERE = 200_000;
const MAX_MS = 15_000;

async function pageText(request: HtmlRequest): Promise<HtmlText> {
  const { convertHtml } = await import("./html/convert-html.ts");
  if (request.html.length <= MAX_CHARACTERS_HERE) return convertHtml(request);
  try {
    return await workApart({ type: "html", request }, MAX_MS);
  } catch (thrown) {
    if (!(thrown instanceof TooHeavyError)) throw thrown;
    const page = convertHtml({ ...request, html: request.html.slice(0, MAX_CHARACTERS_HERE) });
    return { ...page, notes: [tooHeavy, ...page.notes] };
  }
}

const tooHeavy =
  "The page takes too long to convert, so this is its beginning only. See the rest of its source with format raw.";

async function documentText(url: string, bytes: Uint8Array): Promise<string> {
  try {
    return withoutHidden(await workApart({ type: "pdf", displayPath: url, bytes }, MAX_MS), "text");
  } catch (cause) {
    if (!(cause instanceof TooHeavyError)) throw cause;
    throw new ToolError(
      "timeout",
      `'${url}' is a PDF document that takes too long to read. Download it and read it with a command, such as: pdftotext FILE -`,
      { cause },
    );
  }
}

const noText =
  "The page has no text: it may be made by scripts. Look for an API or a feed with the same content, or see its source with format raw.";

function withNotes(text: string, notes: readonly string[]): string {
  if (notes.length === 0) return text;
  return [text, `(${notes.join(" ")})`].filter((part) => part !== "").join("\n\n");
}

function binary({ url }: WebBody, bytes: Uint8Array, { type }: MediaType): ToolError {
  const kind = binaryKind(bytes);
  const named = type === "" ? kind : `${kind} (${type})`;
  return new ToolError(
    "not-text",
    `'${url}' is ${named}, ${sizeText(bytes.length)}, which can't be shown as text. To keep it, download it with a command, such as: curl -LO URL`,
    { details: { kind, size: bytes.length } },
  );
}
