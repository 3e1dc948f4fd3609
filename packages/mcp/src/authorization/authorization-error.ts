import { messageOf } from "@toolwright/core/internal";

const maxCharacters = 300;
const authorizationErrorBrand = Symbol.for("toolwright.mcp.authorization-error");

/**
 * A failed authorization, described for people. The message never holds a secret, whatever the authorization
 * server answers.
 */
export class AuthorizationError extends Error {
  readonly [authorizationErrorBrand] = true;

  constructor(message: string) {
    super(message);
    this.name = "AuthorizationError";
  }

  /**
   * Whether a value is an AuthorizationError of any copy of this package (`instanceof` fails across copies).
   */
  static isInstance(value: unknown): value is AuthorizationError {
    return typeof value === "object" && value !== null && authorizationErrorBrand in value;
  }
}

/**
 * The error without secrets: an AuthorizationError when the server answered, a plain Error when no answer
 * came and a retry may help.
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

/** The library quotes malformed answers, which may hold anything, including tokens. */
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
