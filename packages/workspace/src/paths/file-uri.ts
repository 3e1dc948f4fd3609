import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";

export function isFileUri(asked: string): boolean {
  return /^file:\/\//i.test(asked);
}

/**
 * The absolute path of a `file://` URI, decoded exactly once.
 *
 * Errors: `input-invalid` for another machine, a query or fragment, an encoded separator or NUL,
 * and escapes that aren't UTF-8.
 */
export function pathOfFileUri(uri: string, platform: NodeJS.Platform): string {
  const rest = uri.slice("file://".length);
  const hostEnd = rest.indexOf("/");
  const host = hostEnd === -1 ? rest : rest.slice(0, hostEnd);
  if (host !== "" && host.toLowerCase() !== "localhost") {
    throw invalid(uri, "names another machine", "Write file:///absolute/path, or a plain path.");
  }
  if (hostEnd === -1) {
    throw invalid(uri, "has no path", "Write file:///absolute/path, or a plain path.");
  }
  const encoded = rest.slice(hostEnd);
  if (/[?#]/.test(encoded)) {
    throw invalid(uri, "has a query or a fragment", "Write ? as %3F and # as %23.");
  }
  const separator = platform === "win32" ? /%(?:2f|5c|00)/i : /%(?:2f|00)/i;
  const hidden = separator.exec(encoded);
  if (hidden !== null) {
    throw invalid(uri, `encodes a separator or a null character (${hidden[0]})`, plainPathHint);
  }
  const decoded = decodeOnce(encoded);
  if (decoded === null) throw invalid(uri, "has a percent escape that is not UTF-8", plainPathHint);
  if (platform !== "win32") return decoded;
  if (!/^\/[a-z]:\//i.test(decoded)) {
    throw invalid(uri, "does not name a drive", "Write file:///C:/path, or a plain path.");
  }
  return decoded.slice(1);
}

const plainPathHint = "Write it as a plain path.";

function decodeOnce(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function invalid(uri: string, problem: string, remedy: string): ToolError {
  return new ToolError("input-invalid", `The URI ${shownPath(uri)} ${problem}. ${remedy}`);
}
