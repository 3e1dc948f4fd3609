import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AuthorizationError } from "./authorization-error.ts";

/** The authorization server's answer, delivered by the person's browser. */
export interface AuthorizationAnswer {
  readonly code: string;
  /** The issuer, when the answer names one. */
  readonly iss: string | undefined;
}

export interface LoopbackReceiver extends AsyncDisposable {
  readonly url: string;
  /**
   * Resolves with the first answer that carries this state.
   *
   * Errors: AuthorizationError when the answer is a refusal or does not come in time; the signal's reason.
   */
  answer(
    state: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<AuthorizationAnswer>;
}

const path = "/callback";

/**
 * Listens on this machine only for the browser's return from an authorization server. It never redirects and
 * never shows what it received.
 *
 * Shapes: `port` is tried first; when it is taken or null, any free port is used.
 */
export async function openLoopbackReceiver(port: number | null): Promise<LoopbackReceiver> {
  let expected: string | null = null;
  let settle: ((answer: AuthorizationAnswer | AuthorizationError) => void) | null = null;
  const server = createServer((request, response) => {
    const outcome = readAnswer(request, address().port, expected);
    if (outcome === null) return respond(response, 404, "Nothing is served here.");
    if (outcome === "foreign") {
      // Otherwise any program that can reach this port could end the login.
      return respond(response, 400, "This is not the expected answer.");
    }
    const isAnswer = !AuthorizationError.isInstance(outcome);
    respond(
      response,
      200,
      isAnswer ? "You are logged in. You may close this page." : "The login was refused.",
    );
    settle?.(outcome);
  });
  server.keepAliveTimeout = 1;
  const address = (): AddressInfo => server.address() as AddressInfo;
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${address().port}${path}`,
    answer(state, timeoutMs, signal) {
      expected = state;
      return new Promise<AuthorizationAnswer>((resolve, reject) => {
        const seconds = Math.round(timeoutMs / 1_000);
        const late = new AuthorizationError(`the browser did not return within ${seconds} s`);
        const timer = setTimeout(() => settle?.(late), timeoutMs);
        const abort = (): void => end(() => reject(signal?.reason as Error));
        const end = (act: () => void): void => {
          settle = null;
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
          act();
        };
        settle = (outcome) =>
          end(() => (AuthorizationError.isInstance(outcome) ? reject(outcome) : resolve(outcome)));
        if (signal?.aborted === true) abort();
        else signal?.addEventListener("abort", abort);
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Null when the request is not the callback; `foreign` when its state is not ours. */
function readAnswer(
  request: IncomingMessage,
  port: number,
  expected: string | null,
): AuthorizationAnswer | AuthorizationError | "foreign" | null {
  const { method, url = "", headers } = request;
  // Guards against another host name that resolves to this machine.
  if (method !== "GET" || headers.host !== `127.0.0.1:${port}`) return null;
  const target = URL.canParse(url, "http://127.0.0.1") ? new URL(url, "http://127.0.0.1") : null;
  if (target?.pathname !== path) return null;
  const { searchParams } = target;
  if (expected === null || !isSame(searchParams.get("state") ?? "", expected)) return "foreign";
  const error = searchParams.get("error");
  if (error !== null) {
    const description = searchParams.get("error_description");
    const why = description === null ? error : `${error}: ${description}`;
    return new AuthorizationError(`the authorization server refused (${why.slice(0, 200)})`);
  }
  const code = searchParams.get("code");
  if (code === null || code === "") return "foreign";
  return { code, iss: searchParams.get("iss") ?? undefined };
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    // The page's address contains the code.
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(`${text}\n`);
}

async function listen(server: ReturnType<typeof createServer>, port: number | null): Promise<void> {
  const on = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(wanted, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  if (port === null) return on(0);
  await on(port).catch(async () => on(0));
}
