/** A media type as a `Content-Type` header names it. */
export interface MediaType {
  /** In lower case; empty if the server names none, or none that says anything. */
  readonly type: string;
  readonly charset: string | null;
}

export type TextKind = "html" | "json" | "text";

const unspecific = new Set(["application/octet-stream", "binary/octet-stream", "unknown/unknown"]);

/** Reads a `Content-Type` header. */
export function mediaTypeOf(header: string | null): MediaType {
  const type = (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const [, charset = null] = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(header ?? "") ?? [];
  return { type: unspecific.has(type) ? "" : type, charset };
}

/** How a text is to be read: by its media type, or by its beginning if the server named none. */
export function textKind(type: string, text: string): TextKind {
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (/^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(type)) return "json";
  if (type !== "") return "text";
  const start = text.slice(0, 1_000).trimStart();
  if (/^(?:<!--.*?-->\s*|<\?xml.*?\?>\s*)?<(?:!doctype html|html)\b/is.test(start)) return "html";
  return /^[[{]/.test(start) ? "json" : "text";
}
