import { randomBytes } from "node:crypto";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { AuthorizationError, authorizationError } from "./authorization-error.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { askWhoMayEnter } from "./challenge.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { Credentials } from "./credentials.ts";
import { LoginProvider } from "./login-provider.ts";
import { openLoopbackReceiver } from "./loopback-receiver.ts";

export interface LoginOptions {
  readonly server: ServerConfiguration;
  readonly store: CredentialStore;
  /** Shows the person the address to visit. The login itself opens no browser. */
  readonly onUrl: (url: string) => void | Promise<void>;
  /** Requested in addition to the scopes granted before and those that the server names. */
  readonly scopes?: readonly string[];
  /** How long the person may take. Default: 5 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly clientMetadataUrl?: string;
  readonly fetch?: FetchLike;
  readonly now?: () => number;
}

/** The result of a login. */
export interface Login {
  readonly issuer: string;
  /** The granted scopes; null when the authorization server does not name them. */
  readonly scopes: readonly string[] | null;
}

const defaultTimeoutMs = 5 * 60_000;

type Remote = Extract<ServerConfiguration["transport"], { readonly url: string }>;

/**
 * Logs a person in to a server. It finds the authorization server, registers a client if necessary, shows the
 * address to visit and waits for the browser to return. It then stores the tokens for later sessions.
 *
 * Errors: AuthorizationError when the server needs no login, when a server refuses and when the authorization
 * server has changed; Error when a server cannot be reached. No message holds a token.
 */
export async function login(options: LoginOptions): Promise<Login> {
  const { server, store, signal, fetch = boundedFetch(signal), now = Date.now } = options;
  const { transport } = server;
  if (transport.type === "stdio") {
    throw new AuthorizationError(`${server.name} is a command, and commands have no login`);
  }
  const before = store.read(server);
  await using receiver = await openLoopbackReceiver(
    transport.oauth?.callbackPort ?? portOf(before?.redirectUrl ?? null),
  );
  const isRegistered = before?.redirectUrl === receiver.url;
  const challenge = await reached(transport, fetch);
  const scope = scopeOf(options, before, challenge.scope);
  const state = randomBytes(32).toString("base64url");
  const provider = new LoginProvider({
    redirectUrl: receiver.url,
    state,
    wishes: transport.oauth ?? {},
    scope,
    known: isRegistered ? (before?.client ?? null) : null,
    lastIssuer: before?.issuer ?? null,
    clientMetadataUrl: options.clientMetadataUrl,
  });
  const credentials = await authorize(provider, {
    ...options,
    fetch,
    scope,
    transport,
    metadataUrl: challenge.resourceMetadataUrl,
    waitForAnswer: () => receiver.answer(state, options.timeoutMs ?? defaultTimeoutMs, signal),
  });
  await store.exclusively(server, async (slot) => {
    slot.write({ ...credentials, redirectUrl: receiver.url, savedAtMs: now() });
  });
  const { scope: granted } = credentials.tokens ?? {};
  return { issuer: credentials.issuer, scopes: granted?.split(" ") ?? null };
}

interface Authorizing extends LoginOptions {
  readonly fetch: FetchLike;
  readonly scope: string | undefined;
  readonly transport: Remote;
  readonly metadataUrl: URL | undefined;
  readonly waitForAnswer: () => ReturnType<
    Awaited<ReturnType<typeof openLoopbackReceiver>>["answer"]
  >;
}

async function authorize(
  provider: LoginProvider,
  { server, transport, fetch, scope, metadataUrl, onUrl, waitForAnswer }: Authorizing,
): Promise<Omit<Credentials, "redirectUrl" | "savedAtMs">> {
  const { auth } = await import("@modelcontextprotocol/client");
  const about = {
    serverUrl: transport.url,
    fetchFn: fetch,
    ...(scope !== undefined && { scope }),
    ...(metadataUrl !== undefined && { resourceMetadataUrl: metadataUrl }),
  };
  const secrets: string[] = [];
  try {
    await auth(provider, about);
    const url = provider.authorizationUrl;
    if (url === null)
      throw new AuthorizationError("the authorization server named no page to visit");
    assertShowable(url);
    const waiting = waitForAnswer();
    // `onUrl` may be slow, and the answer may come first: its rejection must not count as unhandled.
    waiting.catch(() => {});
    await onUrl(url.href);
    const { code, iss } = await waiting;
    secrets.push(code);
    await auth(provider, {
      ...about,
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
    });
  } catch (thrown) {
    throw authorizationError(thrown, "the login failed", [...secrets, ...provider.secrets]);
  }
  const { granted: tokens, discovery } = provider;
  const issuer = tokens?.issuer;
  const client =
    issuer === undefined ? null : (provider.clientInformation({ issuer }) ?? provider.client);
  if (tokens === null || client === null || discovery === null || issuer === undefined) {
    throw new AuthorizationError("the login failed: the authorization server gave no token");
  }
  const { origin, pathname } = new URL(transport.url);
  const resource = `${origin}${pathname}`;
  return {
    server: server.name,
    resource,
    issuer,
    client: { ...client, issuer },
    discovery,
    tokens,
  };
}

async function reached(
  transport: Remote,
  fetch: FetchLike,
): Promise<Awaited<ReturnType<typeof askWhoMayEnter>>> {
  try {
    return await askWhoMayEnter(transport, fetch);
  } catch (thrown) {
    throw authorizationError(
      thrown,
      "the server can't be reached",
      Object.values(transport.headers),
    );
  }
}

/** Refuses an address that is not safe to open in a browser; a server chose it. */
function assertShowable({ protocol, hostname, username, password }: URL): void {
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || hostname === "127.0.0.1";
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback);
  if (isSafe && username === "" && password === "") return;
  throw new AuthorizationError(
    "the authorization server's address is not safe to open in a browser",
  );
}

function scopeOf(
  { server, scopes = [] }: LoginOptions,
  before: Credentials | null,
  asked: string | undefined,
): string | undefined {
  const { transport } = server;
  const wished = transport.type === "stdio" ? undefined : transport.oauth?.scopes;
  const base = wished ?? asked?.split(" ") ?? [];
  // A request for more scopes must keep those already granted.
  const granted = scopes.length > 0 ? (before?.tokens?.scope?.split(" ") ?? []) : [];
  const all = [...new Set([...base, ...granted, ...scopes])].filter((each) => each !== "");
  return all.length === 0 ? undefined : all.join(" ");
}

function portOf(url: string | null): number | null {
  return url === null ? null : Number(new URL(url).port);
}
