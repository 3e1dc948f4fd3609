/** The used part of ripgrep's `--json` messages. */
export type SearchMessage =
  | { readonly type: "begin"; readonly path: string | null }
  | FoundLine
  | {
      readonly type: "end";
      /** The offset of a NUL, at which the search of the file ends; null in a text file. */
      readonly binaryOffset: number | null;
    }
  | { readonly type: "summary"; readonly filesSearched: number };

export interface FoundLine {
  readonly type: "match" | "context";
  /** 1-based. */
  readonly lineNumber: number;
  /** Without its line ending. Only the beginning of a huge line. */
  readonly text: string;
  /** In characters; null for a line that was too long to keep. */
  readonly length: number | null;
  /** The line's offset in the file, in bytes, as ripgrep read it; null if unknown. */
  readonly offset: number | null;
  /** The first match's offset in the line, in characters; 0 in context. */
  readonly matchStart: number;
}

/** ripgrep writes UTF-8 text unchanged, other text in base 64. */
interface RipgrepText {
  readonly text?: string;
  readonly bytes?: string;
}

interface RipgrepMessage {
  readonly type: string;
  readonly data: {
    readonly path?: RipgrepText | null;
    readonly lines?: RipgrepText;
    readonly line_number?: number | null;
    readonly absolute_offset?: number;
    readonly submatches?: readonly { readonly start: number }[];
    readonly binary_offset?: number | null;
    readonly stats?: { readonly searches?: number };
  };
}

/** Reads one whole message; null for an unused kind. */
export function readSearchMessage(json: Buffer): SearchMessage | null {
  // ripgrep is ours and its format is documented: https://docs.rs/grep-printer (JSON).
  const message = JSON.parse(json.toString("utf8")) as RipgrepMessage;
  const data = message.data;
  switch (message.type) {
    case "begin":
      return { type: "begin", path: data.path?.text ?? null };
    case "end":
      return { type: "end", binaryOffset: data.binary_offset ?? null };
    case "summary":
      return { type: "summary", filesSearched: data.stats?.searches ?? 0 };
    case "match":
    case "context": {
      const text = textOf(data.lines ?? {}).replace(/\r?\n$/, "");
      return {
        type: message.type,
        lineNumber: data.line_number ?? 0,
        text,
        length: text.length,
        offset: data.absolute_offset ?? null,
        matchStart: charactersBefore(data.lines ?? {}, data.submatches?.[0]?.start ?? 0),
      };
    }
    default:
      return null;
  }
}

function textOf(value: RipgrepText): string {
  return value.text ?? Buffer.from(value.bytes ?? "", "base64").toString("utf8");
}

function charactersBefore(line: RipgrepText, byteOffset: number): number {
  if (byteOffset === 0) return 0;
  const bytes =
    line.text === undefined ? Buffer.from(line.bytes ?? "", "base64") : Buffer.from(line.text);
  return bytes.subarray(0, byteOffset).toString("utf8").length;
}

const KEPT_OF_A_HUGE_LINE = 16 * 1024;

/**
 * Reads the kept parts of a message that was too long: `head` is its beginning, `tail` starts at its
 * line number. Null for a message without a line.
 */
export function readHugeMessage(head: Buffer, tail: Buffer): FoundLine | null {
  const opening = head.toString("utf8");
  const type = /^\{"type":"(match|context)"/.exec(opening)?.[1];
  const lines = /"lines":\{"(text|bytes)":"/.exec(opening);
  const facts = tail.toString("latin1");
  const lineNumber = /^,"line_number":(\d+)/.exec(facts)?.[1];
  if (type === undefined || lines === null || lineNumber === undefined) return null;
  const value = readJsonString(opening.slice(lines.index + lines[0].length));
  const line: RipgrepText = lines[1] === "text" ? { text: value.text } : { bytes: value.text };
  const text = textOf(line).replace(/\r?\n$/, "");
  const offset = /"absolute_offset":(\d+)/.exec(facts)?.[1];
  const start = /"submatches":\[\{"match":\{"\w+":"(?:[^"\\]|\\.)*"\},"start":(\d+)/.exec(facts);
  const matchStart = charactersBefore(line, Number(start?.[1] ?? 0));
  return {
    type: type === "match" ? "match" : "context",
    lineNumber: Number(lineNumber),
    text,
    length: value.isWhole ? text.length : null,
    offset: offset === undefined ? null : Number(offset),
    matchStart: matchStart < text.length ? matchStart : 0,
  };
}

/** The JSON string at the start of `json`, after its opening quote; at most 16 KiB of it. */
function readJsonString(json: string): { readonly text: string; readonly isWhole: boolean } {
  const kept = /^(?:[^"\\]|\\.)*/s.exec(json.slice(0, KEPT_OF_A_HUGE_LINE))?.[0] ?? "";
  const isWhole = json[kept.length] === '"';
  // The cut may be inside an escape like \u00e9.
  const whole = isWhole ? kept : kept.replace(/\\u[\da-f]{0,3}$/i, "");
  return { text: JSON.parse(`"${whole}"`) as string, isWhole };
}
