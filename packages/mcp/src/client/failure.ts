import { messageOf } from "@toolwright/core/internal";
import { AuthorizationError } from "../authorization/authorization-error.ts";
import { plainText } from "./plain-text.ts";

// Codes for answers that did not arrive, from the range reserved for implementations.
/** The answer exceeds the limit of one message. */
export const answerTooLong = -32_099;
/** The connection broke before the answer arrived. */
export const answerLost = -32_098;

/** Why a server is unavailable. */
export interface Loss {
  /** The end of a sentence: "it ended with exit status 3". */
  readonly reason: string;
  readonly kind: "lost" | "needs-authorization" | "unusable";
}

/** A failed connection with its kind. */
export class ConnectFailure extends Error {
  readonly kind: Loss["kind"];

  constructor(kind: Loss["kind"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** The messages of an error and its causes; `fetch` explains its failures only in the cause. */
export function reasonOf(thrown: unknown): string {
  const messages: string[] = [];
  let current = thrown;
  for (let depth = 0; depth < 4 && current !== undefined && current !== null; depth += 1) {
    const message = messageOf(current).trim();
    const code = codeOf(current);
    const said = message === "" && code !== null ? code : message;
    if (said !== "" && !messages.some((known) => known.includes(said))) messages.push(said);
    current = current instanceof Error ? current.cause : undefined;
  }
  const text = plainText(messages.join(": ")).replaceAll(/\s+/g, " ");
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

const maxCharacters = 600;

function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return null;
  return typeof thrown.code === "string" ? thrown.code : null;
}

/** The HTTP status of a failed request; null for other errors. */
export function statusOf(thrown: unknown): number | null {
  if (typeof thrown !== "object" || thrown === null) return null;
  if ("status" in thrown && typeof thrown.status === "number") return thrown.status;
  const data = "data" in thrown ? thrown.data : undefined;
  if (typeof data === "object" && data !== null && "status" in data) {
    return typeof data.status === "number" ? data.status : null;
  }
  return isEventsError(thrown) && "code" in thrown && typeof thrown.code === "number"
    ? thrown.code
    : null;
}

/** Whether the server requires authorization. */
export function isUnauthorized(thrown: unknown): boolean {
  return (
    AuthorizationError.isInstance(thrown) ||
    brandsOf(thrown).some((brand) => authorizationErrors.test(brand)) ||
    statusOf(thrown) === 401
  );
}

/** The failure when a person has to log in, or has to request more scopes. */
export function needsAuthorization(server: string, thrown: unknown): ConnectFailure {
  const what = `it requires a login (${reasonOf(thrown)})`;
  return new ConnectFailure("needs-authorization", `${what}: ${loginFor(server, thrown)}`, thrown);
}

/** The login command for the person, with the scopes that the server requires. */
export function loginFor(server: string, thrown: unknown): string {
  const [, scopes] = /required "([^"]+)"/.exec(reasonOf(thrown)) ?? [];
  // The server's words become part of a command that the person copies.
  const safe = scopes?.split(" ").filter((scope) => /^[\w.:/-]+$/.test(scope)) ?? [];
  return ["toolwright mcp login", server, ...safe.map((scope) => `--scope ${scope}`)].join(" ");
}

/** The client library's errors on the way to a token. */
const authorizationErrors =
  /^mcp\.(?:Unauthorized|OAuth|IssuerMismatch|RegistrationRejected|InsecureTokenEndpoint|AuthorizationServer|InsufficientScope)/;

/** Whether the server answered with an error. */
export function isRefusal(thrown: unknown): boolean {
  return brandsOf(thrown).includes("mcp.ProtocolError");
}

/**
 * Whether the server's answer shows that it does not know the newer era. A transport failure has a cause or a
 * status instead.
 */
export function isEraRefusal(thrown: unknown): boolean {
  return (
    codeOf(thrown) === "ERA_NEGOTIATION_FAILED" &&
    statusOf(thrown) === null &&
    thrown instanceof Error &&
    thrown.cause === undefined
  );
}

/** Whether the error comes from the SSE transport of 2024. */
export function isEventsError(thrown: unknown): boolean {
  return brandsOf(thrown).includes("mcp.SseError");
}

/**
 * The brands of a client library's error and its base classes. Class names do not survive bundling.
 */
function brandsOf(thrown: unknown): readonly string[] {
  const brands: string[] = [];
  let made: unknown = typeof thrown === "object" && thrown !== null ? thrown.constructor : null;
  while (typeof made === "function") {
    if ("mcpBrand" in made && typeof made.mcpBrand === "string") brands.push(made.mcpBrand);
    made = Object.getPrototypeOf(made);
  }
  return brands;
}
