import { APICallError } from "@ai-sdk/provider";
import { isContextTooLong } from "./context-too-long.ts";
import { ModelError } from "./model-error.ts";

/** A vendor's answer, in one line. */
const maxReason = 300;

/** The failure of a request, as one line that says what to do. */
export function vendorError(thrown: unknown, model: string): ModelError {
  if (thrown instanceof ModelError) return thrown;
  if (APICallError.isInstance(thrown)) return callError(thrown, model);
  // An error that the stream itself reports, such as an overloaded server.
  const isTooLong = isContextTooLong(thrown);
  return new ModelError(`${model}: ${oneLine(thrown)}`, {
    isRetryable: !isTooLong,
    isContextTooLong: isTooLong,
    cause: thrown,
  });
}

function callError(error: APICallError, model: string): ModelError {
  const { statusCode, responseHeaders = {} } = error;
  // With a good status, the connection broke behind it.
  if (statusCode === undefined || statusCode < 400) return connectionError(error, model);
  const isTooLong = isContextTooLong(error);
  return new ModelError(`${model}: ${statusCode} ${oneLine(error)}${adviceFor(statusCode)}`, {
    isRetryable: !isTooLong && (statusCode === 408 || statusCode === 429 || statusCode >= 500),
    isContextTooLong: isTooLong,
    retryAfterMs: retryAfterMs(responseHeaders),
    cause: error,
  });
}

function connectionError(error: APICallError, model: string): ModelError {
  const { origin } = URL.canParse(error.url) ? new URL(error.url) : { origin: error.url };
  // With a status, the server was there.
  const isRetryable = error.statusCode !== undefined || transient.test(codeOf(error.cause));
  const advice = isRetryable ? "" : ` Check that ${origin} is right and that its server runs.`;
  return new ModelError(`${model}: ${oneLine(error)}.${advice}`, { isRetryable, cause: error });
}

/** What happens to connections that worked, or to a name server. */
const transient = /^(?:ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_.*(?:SOCKET|TIMEOUT))$/;

/** The system's code of a failed connection, which `fetch` puts one level deeper. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return " Check the key of this vendor.";
  if (status === 404) return " Check the model's name and the base URL.";
  return "";
}

/** Source: RFC 9110, 10.2.3 (seconds or a date), and the milliseconds that OpenAI sends. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (ms >= 0) return ms;
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const delay = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return delay >= 0 ? delay : undefined;
}

function oneLine(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : JSON.stringify(thrown);
  return String(message).replace(/\s+/g, " ").trim().slice(0, maxReason).replace(/\.$/, "");
}
