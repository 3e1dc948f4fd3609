import { APICallError } from "@ai-sdk/provider";
import { connectionProblem } from "./connection-problem.ts";
import { isContextTooLong } from "./context-too-long.ts";
import { ModelError } from "./model-error.ts";

/** A vendor's answer, in one line. */
const maxReason = 300;

/** How a model is reached: what the message of a failure says of it, and what it must not say. */
export interface VendorAccess {
  /** The model's name, which begins the message. */
  readonly model: string;
  /** The variable that holds the key. */
  readonly keyVariable?: string;
  /** Never part of a message, whatever the vendor answers. */
  readonly key?: string;
}

/** The failure of a request, as one line that says what to do. */
export function vendorError(thrown: unknown, access: VendorAccess): ModelError {
  const error = failure(thrown, access);
  const message = withoutKey(error.message, access);
  // Without the cause, which has it, too.
  return message === error.message ? error : error.reworded(message);
}

function withoutKey(message: string, { key = "" }: VendorAccess): string {
  return key === "" ? message : message.replaceAll(key, "(the key)");
}

function failure(thrown: unknown, access: VendorAccess): ModelError {
  const own = ownError(thrown);
  if (own !== undefined) return named(own, access);
  if (APICallError.isInstance(thrown)) return callError(thrown, access);
  // An error that the stream itself reports, such as an overloaded server.
  const { message = thrown, isRetryable = true } = (thrown ?? {}) as StreamError;
  const isTooLong = isContextTooLong(thrown);
  return new ModelError(`${access.model}: ${sentence(message, access)}`, {
    isRetryable: isRetryable && !isTooLong,
    isContextTooLong: isTooLong,
    cause: thrown,
  });
}

interface StreamError {
  readonly message?: string;
  readonly isRetryable?: boolean;
}

/** An error of ours that a provider may have wrapped. */
function ownError(thrown: unknown): ModelError | undefined {
  if (thrown instanceof ModelError) return thrown;
  return thrown instanceof Error && thrown.cause !== thrown ? ownError(thrown.cause) : undefined;
}

function named(error: ModelError, { model }: VendorAccess): ModelError {
  return error.message.startsWith(`${model}: `)
    ? error
    : error.reworded(`${model}: ${error.message}`, error.cause);
}

function callError(error: APICallError, access: VendorAccess): ModelError {
  const { statusCode, responseHeaders = {} } = error;
  // With a good status, the connection broke behind it.
  if (statusCode === undefined || statusCode < 400) {
    const { origin } = URL.canParse(error.url) ? new URL(error.url) : { origin: error.url };
    return named(connectionProblem(error.cause, { origin }), access);
  }
  const isTooLong = isContextTooLong(error);
  const waitMs = retryAfterMs(responseHeaders);
  const advice = adviceFor(statusCode, error, access) + waitAdvice(waitMs);
  return new ModelError(`${access.model}: ${statusCode} ${sentence(error, access)}${advice}`, {
    isRetryable: !isTooLong && (statusCode === 408 || statusCode === 429 || statusCode >= 500),
    isContextTooLong: isTooLong,
    retryAfterMs: waitMs,
    cause: error,
  });
}

function adviceFor(status: number, { url }: APICallError, { keyVariable }: VendorAccess): string {
  if (status === 401 || status === 403) {
    return keyVariable === undefined
      ? " Check the vendor's key."
      : ` Check the key in ${keyVariable}.`;
  }
  if (status !== 404) return "";
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: url, pathname: "" };
  return ` Check the model's name, and the base URL: ${origin}${pathname} was asked.`;
}

/** A vendor may want a longer wait than anybody has. */
function waitAdvice(ms: number | undefined): string {
  return ms === undefined || ms < 1_000 ? "" : ` It wants ${Math.ceil(ms / 1_000)} s of waiting.`;
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

function sentence(thrown: unknown, access: VendorAccess): string {
  // A cut through the key would leave a part of it.
  const whole = withoutKey(oneLine(thrown), access);
  return `${whole.slice(0, maxReason).replace(/\.$/, "")}.`;
}

function oneLine(thrown: unknown): string {
  const message =
    thrown instanceof Error
      ? thrown.message
      : typeof thrown === "string"
        ? thrown
        : JSON.stringify(thrown);
  return String(message).replace(/\s+/g, " ").trim();
}
