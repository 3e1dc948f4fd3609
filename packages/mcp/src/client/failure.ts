import { messageOf } from "@toolwright/core/internal";
import { AuthorizationError } from "../authorization/authorization-error.ts";
import { plainText } from "./plain-text.ts";

// Codes of errors that stand for an answer that didn't come, from the range that is the implementation's own.
/** It is over the limit of one message. */
export const answerTooLong = -32_099;
/** The connection that was to carry it broke. */
export const answerLost = -32_098;

/** Why a server isn't there. */
export interface Loss {
  /** A sentence's end: "it ended with exit status 3". */
  readonly reason: string;
  readonly kind: "lost" | "needs-authorization" | "unusable";
}

/** It isn't worth trying again: nothing will have changed by then. */
export class ConnectFailure extends Error {
  readonly kind: Loss["kind"];

  constructor(kind: Loss["kind"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** With what is behind it: a fetch tells only there why it failed. */
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

/** Of an answer over HTTP that was none; null for anything else. */
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

/** The server wants to know who asks. */
export function isUnauthorized(thrown: unknown): boolean {
  return (
    AuthorizationError.isInstance(thrown) ||
    brandsOf(thrown).some((brand) => authorizationErrors.test(brand)) ||
    statusOf(thrown) === 401
  );
}

/** A person has to log in, or to ask for more than they did. */
export function needsAuthorization(server: string, thrown: unknown): ConnectFailure {
  const what = `it wants to know who you are (${reasonOf(thrown)})`;
  return new ConnectFailure("needs-authorization", `${what}: ${loginFor(server, thrown)}`, thrown);
}

/** The command that a person would give then, with what the server said that it wants. */
export function loginFor(server: string, thrown: unknown): string {
  const [, scopes] = /required "([^"]+)"/.exec(reasonOf(thrown)) ?? [];
  // A server's words, in a command to be copied.
  const safe = scopes?.split(" ").filter((scope) => /^[\w.:/-]+$/.test(scope)) ?? [];
  return ["toolwright mcp login", server, ...safe.map((scope) => `--scope ${scope}`)].join(" ");
}

/** Of the client library: whatever can go wrong on the way to a token. */
const authorizationErrors =
  /^mcp\.(?:Unauthorized|OAuth|IssuerMismatch|RegistrationRejected|InsecureTokenEndpoint|AuthorizationServer|InsufficientScope)/;

/** It answers, but not to this. */
export function isRefusal(thrown: unknown): boolean {
  return brandsOf(thrown).includes("mcp.ProtocolError");
}

/** It answers like one that knows nothing of the newer era; what failed on the way has a cause or a status. */
export function isEraRefusal(thrown: unknown): boolean {
  return (
    codeOf(thrown) === "ERA_NEGOTIATION_FAILED" &&
    statusOf(thrown) === null &&
    thrown instanceof Error &&
    thrown.cause === undefined
  );
}

/** Of the transport of 2024. */
export function isEventsError(thrown: unknown): boolean {
  return brandsOf(thrown).includes("mcp.SseError");
}

/** What the client library calls an error and what it derives from; names get lost in a bundle. */
function brandsOf(thrown: unknown): readonly string[] {
  const brands: string[] = [];
  let made: unknown = typeof thrown === "object" && thrown !== null ? thrown.constructor : null;
  while (typeof made === "function") {
    if ("mcpBrand" in made && typeof made.mcpBrand === "string") brands.push(made.mcpBrand);
    made = Object.getPrototypeOf(made);
  }
  return brands;
}
