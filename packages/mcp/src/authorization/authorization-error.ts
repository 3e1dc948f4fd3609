import { messageOf } from "@toolwright/core/internal";

const maxCharacters = 300;
const authorizationErrorBrand = Symbol.for("toolwright.mcp.authorization-error");

/**
 * Why somebody couldn't be authorized, for people: whatever an authorization server answers, it holds none
 * of these values.
 */
export class AuthorizationError extends Error {
  readonly [authorizationErrorBrand] = true;

  constructor(message: string) {
    super(message);
    this.name = "AuthorizationError";
  }

  /** True for one of any copy of this package (`instanceof` fails across copies). */
  static isInstance(value: unknown): value is AuthorizationError {
    return typeof value === "object" && value !== null && authorizationErrorBrand in value;
  }
}

/**
 * The error in words that hold no secret: an AuthorizationError for an answer, any other for one that didn't
 * come and may come the next time.
 */
export function authorizationError(
  thrown: unknown,
  what: string,
  secrets: readonly string[],
): Error {
  if (AuthorizationError.isInstance(thrown)) return thrown;
  const message = `${what}: ${withoutSecrets(reasonOf(thrown), secrets)}`;
  const isMissing = thrown instanceof TypeError || isTimeout(thrown);
  return isMissing ? new Error(message) : new AuthorizationError(message);
}

function isTimeout(thrown: unknown): boolean {
  return (
    thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError")
  );
}

/** An answer that isn't one is quoted by the library: it may hold anything, tokens as well. */
function reasonOf(thrown: unknown): string {
  const message = messageOf(thrown).replace(/\s*Raw body:.*$/s, "");
  const cause =
    thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : "";
  return cause === "" || message.includes(cause) ? message : `${message} (${cause})`;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) if (secret !== "") shown = shown.replaceAll(secret, "…");
  shown = shown.replaceAll(/\s+/g, " ").trim();
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown;
}
