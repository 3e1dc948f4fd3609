import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { createCredentialStore, type CredentialStore } from "./credential-store.ts";
import {
  type AuthorizationWorld,
  authorizationWorld,
  browse,
  configurationOf,
  type Faults,
  listening,
} from "./fixtures/authorization-world.ts";
import { login, type Login, type LoginOptions } from "./login.ts";
import { sessionAuthorization } from "./session-authorization.ts";

const registerSource = new URL("../client/fixtures/register-source.ts", import.meta.url).href;

let state: string;
let store: CredentialStore;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "authorization-"));
  store = createCredentialStore(state);
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const folder = (): string => join(state, "mcp", "authorization");
const file = (): string =>
  join(folder(), readdirSync(folder()).find((name) => name.endsWith(".json")) ?? "");

/** A person who logs in without delay. */
const loggedIn = (server: ServerConfiguration, more: Partial<LoginOptions> = {}): Promise<Login> =>
  login({ server, store, onUrl: async (url) => void browse(url), ...more });

async function failure(promise: Promise<unknown>): Promise<Error> {
  const thrown: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Error)) throw new Error("it succeeded");
  return thrown;
}

const accessToken = (server: ServerConfiguration): string | undefined =>
  store.read(server)?.tokens?.access_token;

async function refused(faults: Faults, more: Partial<LoginOptions> = {}): Promise<Error> {
  await using world = await authorizationWorld(faults);
  const error = await failure(loggedIn(world.server, more));
  expect(store.read(world.server)).toBeNull();
  return error;
}

describe("a login", () => {
  it("registers, shows the address, and stores the tokens for this user only", async () => {
    await using world = await authorizationWorld();
    const shown: string[] = [];
    const { issuer, scopes } = await loggedIn(world.server, {
      async onUrl(url) {
        shown.push(url);
        expect(await browse(url)).toBe("You are logged in. You may close this page.\n");
      },
    });
    expect([issuer, scopes]).toEqual([world.origin, ["tools"]]);
    const { searchParams } = new URL(shown[0] ?? "");
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(searchParams.get("resource")).toBe(world.url);
    expect(searchParams.get("state")).toHaveLength(43);
    expect(world.takes(accessToken(world.server))).toBe(true);
    expect(world.registrations).toMatchObject([
      { client_name: "Toolwright", token_endpoint_auth_method: "none" },
    ]);
    if (process.platform !== "win32") {
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(statSync(folder()).mode & 0o777).toBe(0o700);
    }
  });

  it("belongs to the server's address, whatever its name", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    expect(store.read({ ...world.server, name: "renamed" })).not.toBeNull();
    expect(store.read(configurationOf(`${world.origin}/other`))).toBeNull();
    expect(store.read(configurationOf(world.url, { headers: { "X-A": "1" } }))).toBeNull();
    expect(await store.remove(world.server)).toBe(true);
    expect(await store.remove(world.server)).toBe(false);
    expect(store.read(world.server)).toBeNull();
  });

  it("uses a preregistered client and the scopes of its settings", async () => {
    await using world = await authorizationWorld();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const oauth = { clientId: "mine", scopes: ["a", "b"] };
    await loggedIn(configurationOf(world.url, { oauth }), { scopes: ["c"] });
    expect(world.registrations).toEqual([]);
    expect(world.tokenRequests[0]?.get("client_id")).toBe("mine");
    expect(store.read(world.server)?.tokens?.scope).toBe("a b c");
    // The library prints to standard error.
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it("registers again only when the redirect address changes", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    await loggedIn(world.server);
    expect(world.registrations).toHaveLength(1);
    const { port } = new URL(store.read(world.server)?.redirectUrl ?? "");
    const other = createServer();
    other.listen(Number(port), "127.0.0.1");
    await once(other, "listening");
    await loggedIn(world.server);
    other.close();
    expect(world.registrations).toHaveLength(2);
  });

  it("rejects an answer with another state, host name or path", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server, {
      async onUrl(url) {
        const target = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
        const answers = await Promise.all(
          [
            fetch(`${target.href}?code=evil&state=evil`),
            fetch(`${target.href}?code=evil`),
            fetch(`${target.href}?error=access_denied`),
            fetch(`${target.origin}/evil`),
            fetch(target.href, { method: "POST" }),
            // `localhost` could resolve to another machine.
            fetch(
              `http://localhost:${target.port}/callback?code=evil&state=${new URL(url).searchParams.get("state")}`,
            ),
          ].map(async (answer) => (await answer.catch(() => ({ status: 404 }))).status),
        );
        expect(answers).toEqual([400, 400, 400, 404, 404, 404]);
        await browse(url);
      },
    });
    expect(world.takes(accessToken(world.server))).toBe(true);
  });

  it("fails when the person refuses, and when no answer comes", async () => {
    expect(
      await refused({ callback: { error: "access_denied", error_description: "not you" } }),
    ).toMatchObject({
      name: "AuthorizationError",
      message: "the authorization server refused (access_denied: not you)",
    });
    const late = await refused({}, { onUrl: () => {}, timeoutMs: 50 });
    expect(late.message).toContain("the browser did not return");
  });

  it("ends with its signal, and leaves nothing listening", async () => {
    await using world = await authorizationWorld();
    const controller = new AbortController();
    let callback = "";
    const ended = failure(
      loggedIn(world.server, {
        signal: controller.signal,
        onUrl(url) {
          callback = new URL(url).searchParams.get("redirect_uri") ?? "";
          controller.abort(new Error("stop"));
        },
      }),
    );
    expect((await ended).message).toContain("stop");
    await expect(fetch(callback)).rejects.toThrow("fetch failed");
  });

  it.each<[string, Faults, string]>([
    ["metadata of another issuer", { metadata: { issuer: "https://evil.example" } }, "ssuer"],
    ["an answer of another issuer", { callback: { iss: "https://evil.example" } }, "ssuer"],
    ["another resource", { resource: { resource: "https://evil.example/mcp" } }, "does not match"],
    ["no PKCE", { metadata: { code_challenge_methods_supported: ["plain"] } }, "code challenge"],
    [
      "a token endpoint in the open",
      { metadata: { token_endpoint: "http://evil.example/token" } },
      "evil.example",
    ],
    [
      "a page in the open",
      { metadata: { authorization_endpoint: "http://evil.example/a" } },
      "in a browser",
    ],
    [
      "a script for a page",
      { metadata: { authorization_endpoint: "javascript:alert(1)" } },
      "the login failed",
    ],
    [
      "a file for a page",
      { metadata: { authorization_endpoint: "file:///etc/passwd" } },
      "browser",
    ],
    ["no token", { token: (response) => response.end("{}") }, "the login failed"],
    [
      "an endless answer",
      { token: (response) => response.end("x".repeat(2_000_000)) },
      "exceeds 1048576 bytes",
    ],
    ["no login at all", { isOpen: true }, "needs no login"],
  ])("is refused for %s", async (_what, faults, reason) => {
    expect((await refused(faults)).message).toContain(reason);
  });

  it("is refused when the authorization server has changed", async () => {
    await using world = await authorizationWorld();
    await using evil = await authorizationWorld();
    await loggedIn(world.server);
    world.faults.resource = { authorization_servers: [evil.origin] };
    const error = await failure(loggedIn(world.server));
    expect(error.message).toContain(`from ${world.origin} to ${evil.origin}`);
    expect(evil.registrations).toEqual([]);
  });

  it("does not follow the token endpoint to another origin", async () => {
    const seen: string[] = [];
    const evil = createServer((request, response) => {
      seen.push(request.url ?? "");
      response.end("{}");
    });
    const origin = await listening(evil);
    await refused({
      token: (response) => response.writeHead(307, { location: `${origin}/steal` }).end(),
    });
    evil.close();
    expect(seen).toEqual([]);
  });

  it("reveals no secret in its errors, whatever a server answers", async () => {
    for (const status of [400, 500, 200]) {
      let code = "";
      const error = await refused({
        token(response, body) {
          code = body.get("code") ?? "";
          response
            .writeHead(status)
            .end(`{"error":"invalid_request","error_description":"no: ${body.toString()}"}`);
        },
      });
      expect(code).not.toBe("");
      expect(error.message).not.toContain(code);
      expect(String(error.stack)).not.toContain(code);
    }
  });

  it("does not exist for a command", async () => {
    const transport = { type: "stdio" as const, command: "x", arguments: [], environment: {} };
    const error = await failure(loggedIn({ ...configurationOf("http://h"), transport }));
    expect(error.message).toBe("far is a command, and commands have no login");
  });
});

describe("a session", () => {
  const session = (world: AuthorizationWorld) =>
    sessionAuthorization({ server: world.server, store });

  it("fails as unauthorized without a login, and never prompts", async () => {
    await using world = await authorizationWorld();
    const authorization = session(world);
    expect(await authorization.token()).toBeUndefined();
    const error = await failure(Promise.resolve(authorization.onUnauthorized?.({} as never)));
    expect(error).toMatchObject({ name: "AuthorizationError", message: "nobody logged in" });
    expect(world.paths).toEqual([]);
  });

  it("renews a rejected token, and redacts the new one", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    const hidden: string[] = [];
    const hide = (secret: string): void => void hidden.push(secret);
    const authorization = sessionAuthorization({ server: world.server, store, hide });
    const before = await authorization.token();
    world.expire();
    await authorization.onUnauthorized?.({} as never);
    const after = await authorization.token();
    expect(after).not.toBe(before);
    expect(world.takes(after)).toBe(true);
    const { access_token, refresh_token } = store.read(world.server)?.tokens ?? {};
    expect(hidden).toEqual(expect.arrayContaining([before, access_token, refresh_token]));
    expect(store.read(world.server)?.tokens?.scope).toBe("tools");
  });

  it("renews a token that is about to expire before it is used", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    const before = accessToken(world.server);
    const now = Date.now() + 3_580_000;
    const authorization = sessionAuthorization({ server: world.server, store, now: () => now });
    expect(await authorization.token()).not.toBe(before);
    expect(world.tokenRequests).toHaveLength(2);
    await authorization.token();
    expect(world.tokenRequests).toHaveLength(2);
  });

  it("renews a short-lived token after half its life, not each time", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    const { expires_in: _long, ...rest } = store.read(world.server)?.tokens ?? {};
    world.faults.token = (response) => response.end(JSON.stringify({ ...rest, expires_in: 10 }));
    let now = Date.now() + 3_600_000;
    const authorization = sessionAuthorization({ server: world.server, store, now: () => now });
    await authorization.token();
    await authorization.token();
    expect(world.tokenRequests).toHaveLength(2);
    now += 6_000;
    await authorization.token();
    expect(world.tokenRequests).toHaveLength(3);
  });

  it("treats a late rejection as one of the previous token", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    let now = Date.now();
    const authorization = sessionAuthorization({ server: world.server, store, now: () => now });
    await authorization.token();
    world.expire();
    await authorization.onUnauthorized?.({} as never);
    await authorization.token();
    await authorization.onUnauthorized?.({} as never);
    expect(world.tokenRequests).toHaveLength(2);
    now += 6_000;
    await authorization.onUnauthorized?.({} as never);
    expect(world.tokenRequests).toHaveLength(3);
  });

  it("renews once for concurrent requests of one process", async () => {
    await using world = await authorizationWorld({ tokenDelayMs: 20 });
    await loggedIn(world.server);
    const sessions = Array.from({ length: 10 }, () => session(world));
    for (const each of sessions) await each.token();
    world.expire();
    await Promise.all(sessions.map(async (each) => each.onUnauthorized?.({} as never)));
    const tokens = await Promise.all(sessions.map((each) => each.token()));
    expect(new Set(tokens).size).toBe(1);
    expect(world.takes(tokens[0])).toBe(true);
    expect(world.tokenRequests).toHaveLength(2);
  });

  it("renews once for ten concurrent processes", async () => {
    await using world = await authorizationWorld({ tokenDelayMs: 20 });
    await loggedIn(world.server);
    const script = fileURLToPath(new URL("./fixtures/renew-once.ts", import.meta.url));
    const children = Array.from({ length: 10 }, () => {
      const child = spawn(
        process.execPath,
        ["--import", registerSource, script, state, world.url],
        {
          stdio: ["pipe", "pipe", "inherit"],
        },
      );
      const reader = createInterface({ input: child.stdout });
      const lines: AsyncIterator<string, undefined> = reader[Symbol.asyncIterator]();
      return { child, nextLine: async () => (await lines.next()).value };
    });
    // Each loads its sources first, which takes long on a busy machine.
    const ready = await Promise.all(children.map(({ nextLine }) => nextLine()));
    expect(new Set(ready)).toEqual(new Set(["ready"]));
    world.expire();
    for (const { child } of children) child.stdin.write("go\n");
    const tokens = await Promise.all(children.map(({ nextLine }) => nextLine()));
    expect(new Set(tokens).size).toBe(1);
    expect(world.takes(tokens[0])).toBe(true);
    expect(world.tokenRequests).toHaveLength(2);
  }, 60_000);

  it("reports an expired login and forgets the tokens", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    const stolen = store.read(world.server)?.tokens?.refresh_token ?? "";
    const authorization = session(world);
    await authorization.token();
    // An attacker with a copy of the token was quicker.
    await fetch(`${world.origin}/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: stolen }),
    });
    const error = await failure(Promise.resolve(authorization.onUnauthorized?.({} as never)));
    expect(error).toMatchObject({
      name: "AuthorizationError",
      message: "the login was revoked",
    });
    expect(store.read(world.server)?.tokens).toBeNull();
    expect(await authorization.token()).toBeUndefined();
  });

  it("keeps its login when the authorization server is unreachable", async () => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    const { refresh_token: kept } = store.read(world.server)?.tokens ?? {};
    const authorization = session(world);
    await authorization.token();
    world.faults.token = (response) => response.destroy();
    const error = await failure(Promise.resolve(authorization.onUnauthorized?.({} as never)));
    expect(error.name).toBe("Error");
    expect(error.message).toContain("could not be renewed");
    expect(error.message).not.toContain(kept);
    expect(store.read(world.server)?.tokens?.refresh_token).toBe(kept);
  });

  it("sends its refresh token only to the authorization server of the login", async () => {
    await using world = await authorizationWorld();
    await using evil = await authorizationWorld();
    await loggedIn(world.server);
    world.faults.resource = { authorization_servers: [evil.origin] };
    world.faults.metadata = { token_endpoint: `${evil.origin}/token` };
    const authorization = session(world);
    await authorization.token();
    world.expire();
    await authorization.onUnauthorized?.({} as never);
    expect(world.takes(await authorization.token())).toBe(true);
    expect(evil.paths).toEqual([]);
  });

  it.each([
    ["cut", (text: string) => text.slice(0, 60)],
    [
      "of another issuer in a part",
      (text: string) => text.replace(/"issuer":"[^"]*"/, '"issuer":"x"'),
    ],
    ["of another version", (text: string) => text.replace('"version":1', '"version":2')],
    ["empty", () => ""],
  ])("takes nothing from a file that is %s", async (_what, spoil) => {
    await using world = await authorizationWorld();
    await loggedIn(world.server);
    writeFileSync(file(), spoil(readFileSync(file(), "utf8")));
    expect(await session(world).token()).toBeUndefined();
  });
});
