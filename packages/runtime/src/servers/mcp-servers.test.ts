import { createTrustStore, readTrustedContent } from "@toolwright/workspace/internal";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReadServers } from "@toolwright/mcp/configuration";
import { serversFrom } from "./mcp-servers.ts";
import type { Places } from "../places.ts";
import { settingsInForce } from "../settings/settings-in-force.ts";

interface World {
  readonly places: Places;
  put(path: string, content: unknown): void;
  trust(): void;
  servers(): Promise<ReadServers>;
}

function world(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "servers-")));
  const at = (name: string): string => join(folder, name);
  mkdirSync(at("work"));
  const places: Places = {
    workspace: at("work"),
    isWorkspaceNamed: false,
    home: at("home"),
    configDirectory: at("config"),
    stateDirectory: at("state"),
    memoryDirectory: at("memory"),
    administratorFile: at("etc/settings.json"),
    settingsFile: undefined,
  };
  return {
    places,
    put(path, content) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), typeof content === "string" ? content : JSON.stringify(content));
    },
    trust() {
      const content = readTrustedContent(at("work"));
      if ("problem" in content) throw new Error(content.problem);
      createTrustStore(at("state")).accept({
        root: at("work"),
        hash: content.hash,
        trustedAtMs: 1,
      });
    },
    async servers() {
      return serversFrom(await settingsInForce(places), places, { TOKEN: "s3cret" });
    },
  };
}

const commands = ({ servers }: ReadServers): readonly string[] =>
  servers.map(({ name, enabled, transport }) =>
    [name, transport.type === "stdio" ? transport.command : transport.url, enabled].join(" "),
  );

const project = "work/.toolwright/settings.json";
const mine = "config/settings.json";

describe("the servers of all settings", () => {
  it("are also those of the program, before the user's own of the same name", async () => {
    const given = world();
    given.put(mine, { mcpServers: { a: { command: "mine", trust: true }, b: { command: "b" } } });
    const givenServers = { a: { command: "given", args: [] } };
    const places = { ...given.places, givenServers };
    const read = await serversFrom(await settingsInForce(places), places, {});
    expect(commands(read)).toEqual(["b b true", "a given true"]);
    expect(read.servers.find(({ name }) => name === "a")?.trust).toBe(false);
  });

  it("are the user's, and a trusted project's with its .mcp.json", async () => {
    const given = world();
    given.put(mine, { mcpServers: { a: { command: "mine" } } });
    given.put(project, { mcpServers: { b: { command: "theirs" } } });
    given.put("work/.mcp.json", {
      mcpServers: { b: { command: "less near" }, c: { command: "${workspaceFolder}/c" } },
    });
    expect(commands(await given.servers())).toEqual(["a mine true"]);
    given.trust();
    const read = await given.servers();
    expect(commands(read)).toEqual([
      `c ${given.places.workspace}/c true`,
      "b theirs true",
      "a mine true",
    ]);
    expect(read.notices).toEqual([
      expect.stringMatching(
        /settings\.json:1:20: MCP server 'b': this one is used, not the one at/,
      ),
    ]);
  });

  it("are only the user's after the project changes, with a notice", async () => {
    const given = world();
    given.put("work/.mcp.json", { mcpServers: { c: { command: "c" } } });
    given.trust();
    given.put("work/.mcp.json", { mcpServers: { c: { command: "evil" } } });
    const { servers, notices } = await given.servers();
    expect(servers).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(/\.mcp\.json: the project has changed .* toolwright policy trust$/),
    ]);
  });

  it("can be disabled by an untrusted project, which has no other influence", async () => {
    const given = world();
    given.put(mine, { mcpServers: { a: { command: "mine" } } });
    given.put(project, {
      mcpServers: { a: { command: "evil", enabled: false }, b: { command: "evil" } },
    });
    given.put("work/.mcp.json", { mcpServers: { c: { command: "evil" } } });
    expect(commands(await given.servers())).toEqual(["a mine false"]);
  });

  it("get only the variables that the user's own files name", async () => {
    const given = world();
    given.put("work/.mcp.json", { mcpServers: { c: { command: "c", env: { A: "${TOKEN}" } } } });
    given.put(project, { mcpVariables: ["TOKEN"], mcpEffects: { "c/x": [] } });
    given.trust();
    const refused = await given.servers();
    expect(refused.servers).toEqual([]);
    expect(refused.notices).toEqual([
      `${join(given.places.workspace, ".toolwright/settings.json")}:1:40: 'mcpEffects' is ignored in a project's settings`,
      `${join(given.places.workspace, ".toolwright/settings.json")}:1:17: 'mcpVariables' is ignored in a project's settings`,
      expect.stringContaining("${TOKEN} may not be read"),
    ]);
    expect(JSON.stringify(refused)).not.toContain("s3cret");
    given.put(mine, { mcpVariables: ["TOKEN"] });
    expect((await given.servers()).servers[0]?.transport).toMatchObject({
      environment: { A: "s3cret" },
    });
  });

  it("leave out a .mcp.json with an error, with its place", async () => {
    const given = world();
    given.put(mine, { mcpServers: { a: { command: "mine" } } });
    given.put("work/.mcp.json", '{\n "mcpServers": { "c": }');
    given.trust();
    const read = await given.servers();
    expect(commands(read)).toEqual(["a mine true"]);
    expect(read.notices[0]).toMatch(/\.mcp\.json:2:23: invalid JSON: .*so its MCP servers/);
  });

  it("name the file, line and column of an entry that isn't used", async () => {
    const given = world();
    given.put(mine, '{\n  "mcpServers": {\n    "a": { "url": "nothing" } } }');
    expect((await given.servers()).notices).toEqual([
      `${given.places.configDirectory}/settings.json:3:19: MCP server 'a': its URL is invalid; it is not used`,
    ]);
  });
});
