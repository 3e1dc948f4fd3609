import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { folderTrust } from "./folder-trust.ts";
import { createTrustStore } from "./trust-store.ts";
import { readTrustedContent } from "./trusted-content.ts";

interface World {
  readonly state: string;
  readonly root: string;
}

function world(files: Readonly<Record<string, string>> = {}): World {
  const given = { state: freshDirectory(), root: freshDirectory() };
  for (const [path, text] of Object.entries(files)) put(given.root, path, text);
  return given;
}

function put(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

function accept({ state, root }: World): void {
  const content = readTrustedContent(root);
  if ("problem" in content) throw new Error(content.problem);
  createTrustStore(state).accept({ root, hash: content.hash, trustedAtMs: 5 });
}

/** The one record in a state directory. */
function recordOf(state: string): string {
  const [name = ""] = readdirSync(join(state, "trust"));
  return join(state, "trust", name);
}

const stateOf = ({ state, root }: World): string => folderTrust(state, root).state;
const settings = { ".toolwright/settings.json": "{}" };

describe("trust in a folder", () => {
  it("is missing until accepted, and where nothing needs it", () => {
    expect(stateOf(world())).toBe("nothing");
    expect(stateOf(world({ "src/a.ts": "x" }))).toBe("nothing");
    const given = world(settings);
    expect(stateOf(given)).toBe("untrusted");
    accept(given);
    expect(folderTrust(given.state, given.root)).toMatchObject({
      state: "trusted",
      sinceMs: 5,
      files: [{ path: ".toolwright/settings.json", size: 2 }],
    });
  });

  it.each([
    ["settings change", (root: string) => put(root, ".toolwright/settings.json", "{ }")],
    ["an agent comes", (root: string) => put(root, ".toolwright/agents/a.md", "x")],
    ["an MCP entry comes", (root: string) => put(root, ".mcp.json", "{}")],
    ["a file goes", (root: string) => rmSync(join(root, ".toolwright/hooks/x"))],
  ])("ends when %s, until it is accepted again", (_what, change) => {
    const given = world({ ...settings, ".toolwright/hooks/x": "echo" });
    accept(given);
    change(given.root);
    expect(folderTrust(given.state, given.root)).toEqual({ state: "changed", sinceMs: 5 });
    accept(given);
    expect(stateOf(given)).toBe("trusted");
  });

  it("can be given to a folder without configuration, and ends when some comes", () => {
    const given = world({ "AGENTS.md": "Use tabs." });
    expect(stateOf(given)).toBe("nothing");
    accept(given);
    expect(stateOf(given)).toBe("trusted");
    put(given.root, ".mcp.json", "{}");
    expect(stateOf(given)).toBe("changed");
  });

  it("doesn't mistake one layout of the same bytes for another", () => {
    const one = world({ ".toolwright/a": "x", ".toolwright/b": "" });
    const other = world({ ".toolwright/a": "", ".toolwright/b": "x" });
    const folder = world({ ".toolwright/a/b": "x" });
    const hashes = [one, other, folder].map(({ root }) => {
      const content = readTrustedContent(root);
      return "hash" in content ? content.hash : content.problem;
    });
    expect(new Set(hashes).size).toBe(3);
  });

  it("survives changes to other files", () => {
    const given = world(settings);
    accept(given);
    put(given.root, "src/a.ts", "new");
    expect(stateOf(given)).toBe("trusted");
  });

  it("belongs to one real path, and to no other folder", () => {
    const given = world(settings);
    accept(given);
    expect(stateOf({ ...given, root: world(settings).root })).toBe("untrusted");
  });

  it.each([
    ["a file", ".toolwright/settings.json", "../elsewhere.json"],
    ["the folder", ".toolwright", "elsewhere"],
    ["the MCP entries", ".mcp.json", "/etc/hostname"],
    ["nothing", ".toolwright/gone", "nowhere"],
  ])("can't be given if %s is a link", (_what, path, target) => {
    const given = world();
    mkdirSync(join(given.root, path, ".."), { recursive: true });
    symlinkSync(target, join(given.root, path));
    expect(folderTrust(given.state, given.root)).toEqual({
      state: "untrustable",
      problem: `${path} is a link`,
    });
  });

  it("can't be given to more files than the limit", () => {
    const given = world(settings);
    for (let index = 0; index < 2_000; index += 1) {
      writeFileSync(join(given.root, ".toolwright", String(index)), "");
    }
    expect(folderTrust(given.state, given.root)).toEqual({
      state: "untrustable",
      problem: "there are more than 2000 files",
    });
  });

  it("is stored for this user alone, and can be revoked", () => {
    const given = world(settings);
    accept(given);
    if (process.platform !== "win32") {
      expect(statSync(recordOf(given.state)).mode & 0o777).toBe(0o600);
    }
    const store = createTrustStore(given.state);
    expect(store.remove(given.root)).toBe(true);
    expect(store.remove(given.root)).toBe(false);
    expect(stateOf(given)).toBe("untrusted");
  });

  it.each([
    ["empty", () => ""],
    ["no JSON", () => "{"],
    ["null", () => "null"],
    ["without its fields", () => '{"version":1}'],
    ["of another version", (text: string) => text.replace('"version": 1', '"version": 2')],
    ["of another folder", (text: string) => text.replace('"root": "', '"root": "/other')],
  ])("is missing if its record is %s", (_what, change) => {
    const given = world(settings);
    accept(given);
    const record = recordOf(given.state);
    writeFileSync(record, change(readFileSync(record, "utf8")));
    expect(stateOf(given)).toBe("untrusted");
  });
});
