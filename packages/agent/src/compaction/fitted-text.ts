import { fitContent } from "@toolwright/core/internal";

/** A text of at most `maxBytes`: its beginning, its end and the lines around errors. */
export function fitted(text: string, maxBytes: number): string {
  const { parts } = fitContent([{ type: "text", text }], { maxBytes, maxImageBytes: 0 });
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** A text of about `maxBytes`: its beginning and its end. */
export function cutMiddle(text: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const half = Math.floor((text.length * maxBytes) / bytes / 2);
  const [head, tail] = [text.slice(0, half), text.slice(-half)].map((part) => part.toWellFormed());
  const note = `[… ${bytes - maxBytes} of ${bytes} bytes left out by the agent …]`;
  return `${head}\n${note}\n${tail}`;
}
