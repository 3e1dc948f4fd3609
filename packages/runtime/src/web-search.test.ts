import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openToolwright } from "./open-toolwright.ts";

interface Scene {
  readonly user?: object;
  readonly project?: object;
  readonly administrator?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A session with these settings files, which approves of everything. */
async function open({ user, project, administrator, environment }: Scene = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-search-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    "home/.config/toolwright/settings.json": user,
    "work/.toolwright/settings.json": project,
    "etc/settings.json": administrator,
  };
  mkdirSync(join(folder, "work"));
  for (const [path, settings] of Object.entries(files)) {
    if (settings === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(settings));
  }
  const notices: string[] = [];
  const toolwright = await openToolwright({
    workspace: join(folder, "work"),
    environment: { HOME: join(folder, "home"), PATH: process.env["PATH"], ...environment },
    administratorFile: join(folder, "etc/settings.json"),
    onNotice: (notice) => void notices.push(notice),
    thirdPartyTools: "never",
    approver: () => ({ outcome: "once" }),
  });
  onTestFinished(() => toolwright.close());
  const search = () => toolwright.session.call({ name: "web_search", input: { query: "x" } });
  return { search, notices };
}

/** A service on loopback that echoes its key. */
async function startService() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    const content = `Your key: ${String(request.headers["x-subscription-token"])}`;
    const results = [{ url: "https://a.example/", title: "A", content, description: content }];
    response.end(JSON.stringify({ results, web: { results } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

describe("the setting webSearch", () => {
  it("names the service that web_search asks, also on this computer", async () => {
    const { url, paths } = await startService();
    const { search, notices } = await open({ user: { webSearch: { provider: "searxng", url } } });
    const outcome = await search();
    expect(outcome.status).toBe("ok");
    expect(outcome.effects).toEqual([
      { type: "network", host: "127.0.0.1", port: Number(new URL(url).port), method: "GET" },
    ]);
    expect(paths).toEqual(["/search?q=x&format=json"]);
    expect(notices).toEqual([]);
  });

  it("takes the key from the named variable, and shows it nowhere", async () => {
    const { url } = await startService();
    const outcome = await (
      await open({
        user: { webSearch: { provider: "brave", url, keyVariable: "PLAIN_NAME" } },
        environment: { PLAIN_NAME: "canary-canary-canary" },
      })
    ).search();
    expect(outcome.status).toBe("ok");
    const shown = JSON.stringify(outcome);
    expect(shown).toContain("Your key: «secret:PLAIN_NAME»");
    expect(shown).not.toContain("canary-canary");
  });

  it("of the administrator counts before the user's", async () => {
    const [one, other] = [await startService(), await startService()];
    const { search } = await open({
      user: { webSearch: { provider: "searxng", url: one.url } },
      administrator: { webSearch: { provider: "searxng", url: other.url } },
    });
    await search();
    expect([one.paths.length, other.paths.length]).toEqual([0, 1]);
  });

  it("of a project is ignored, because searches and keys would go where it says", async () => {
    const { url, paths } = await startService();
    const { search, notices } = await open({
      project: { webSearch: { provider: "brave", url, keyVariable: "HOME" } },
    });
    expect((await search()).error?.code).toBe("tool-not-available");
    expect(paths).toEqual([]);
    expect(notices.join("\n")).toContain("'webSearch' is ignored in a project's settings");
  });

  it.each([
    [{ provider: "brave" }, "the variable BRAVE_API_KEY isn't set"],
    [{ provider: "tavily", keyVariable: "MY_KEY" }, "the variable MY_KEY isn't set"],
    [{ provider: "searxng" }, 'webSearch has no "url", the address of your SearXNG'],
    [{ provider: "google" }, 'webSearch has no "engine", the id (cx) of your search engine'],
  ])("%o is incomplete, which a notice says", async (webSearch, lack) => {
    const { search, notices } = await open({
      user: { webSearch },
      environment: { GOOGLE_API_KEY: "k-123456789" },
    });
    expect(notices).toEqual([`web_search is off: ${lack}`]);
    expect((await search()).error?.code).toBe("tool-not-available");
  });

  it.each([
    { provider: "duck" },
    { url: "http://127.0.0.1" },
    { provider: "searxng", url: "file:///etc" },
    { provider: "searxng", url: "http://user:pass@host/" },
    { provider: "searxng", url: "http://host/?format=html" },
    { provider: "brave", keyVariable: "a b" },
    { provider: "brave", key: "abc" },
  ])("%o is refused", async (webSearch) => {
    await expect(open({ user: { webSearch } })).rejects.toMatchObject({ code: "settings-invalid" });
  });
});

it("without the setting there is no web_search, and its error says where to learn more", async () => {
  const { search, notices } = await open();
  const { error } = await search();
  expect(error?.code).toBe("tool-not-available");
  expect(error?.message).toContain("toolwright doctor");
  expect(notices).toEqual([]);
});
