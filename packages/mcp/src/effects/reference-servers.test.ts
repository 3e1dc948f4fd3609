import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Effect, read, deletion, write } from "@toolwright/core";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { createEffectMappings } from "./create-effect-mappings.ts";
import { referenceServers } from "./reference-servers.ts";

const filesystem = "@modelcontextprotocol/server-filesystem";
const memory = "@modelcontextprotocol/server-memory";
const everything = "@modelcontextprotocol/server-everything";
const thinking = "@modelcontextprotocol/server-sequential-thinking";
const files = new Map(
  [
    [filesystem, import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js")],
    [memory, import.meta.resolve("@modelcontextprotocol/server-memory/dist/index.js")],
    [everything, import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js")],
    [
      thinking,
      import.meta.resolve("@modelcontextprotocol/server-sequential-thinking/dist/index.js"),
    ],
  ].map(([name = "", url = ""]) => [name, realpathSync(fileURLToPath(url))]),
);
const fileOf = (name: string): string => files.get(name) ?? "";

let folder: string;
let work: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "reference-")));
  work = join(folder, "work");
  mkdirSync(work);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly layer?: ServerConfiguration["layer"];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

function effects(
  words: readonly [string, ...string[]],
  tool: string,
  input: unknown,
  { layer = "user", env = {}, cwd }: Started = {},
): readonly Effect[] | null {
  const [command, ...rest] = words;
  const server: ServerConfiguration = {
    name: "any",
    layer,
    transport: {
      type: "stdio",
      command,
      arguments: rest,
      environment: env,
      ...(cwd !== undefined && { cwd }),
    },
    enabled: true,
    trust: false,
  };
  const { mappings } = createEffectMappings({
    sources: [],
    servers: [server],
    roots: [work],
    home: folder,
  });
  return mappings.effectsOf(server, tool, input);
}

const onFiles = (tool: string, input: unknown): readonly Effect[] | null =>
  effects(["npx", "-y", filesystem, work], tool, input);
const readFile = ["read_file", { path: "/a" }] as const;

const put = (path: string, text = ""): void => {
  mkdirSync(dirname(join(work, path)), { recursive: true });
  writeFileSync(join(work, path), text);
};

describe("the tools of the reference servers", () => {
  it.each(Array.from(referenceServers.keys()))("of %s are those that it has", async (name) => {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fileOf(name), ...(name === filesystem ? [work] : [])],
      env: { MEMORY_FILE_PATH: join(work, "memory.jsonl") },
      stderr: "ignore",
    });
    await client.connect(transport);
    try {
      const { tools } = await client.listTools();
      const listed = new Map(
        tools.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties ?? {}).toSorted()]),
      );
      const known = Object.entries(referenceServers.get(name)?.tools ?? {});
      for (const [tool, { arguments: names }] of known) {
        expect([tool, listed.get(tool)]).toEqual([tool, [...names].sort()]);
      }
      if (name !== everything) {
        expect(known.map(([tool]) => tool).toSorted()).toEqual([...listed.keys()].sort());
      }
    } finally {
      await client.close();
    }
  });

  it.each<[string, unknown, readonly Effect[]]>([
    ["read_text_file", { path: "/a", head: 3 }, [read("/a")]],
    ["read_multiple_files", { paths: ["/a", "/b/../c"] }, [read("/a"), read("/c")]],
    ["write_file", { path: "/a", content: "~/b" }, [write("/a")]],
    ["edit_file", { path: "/a", edits: [] }, [read("/a"), write("/a")]],
    ["edit_file", { path: "/a", edits: [], dryRun: true }, [read("/a")]],
    ["edit_file", { path: "/a", edits: [], dryRun: "true" }, [read("/a"), write("/a")]],
    ["create_directory", { path: "/a" }, [write("/a")]],
    ["directory_tree", { path: "/a" }, [read("/a", { recursive: true })]],
    ["search_files", { path: "/a", pattern: "**" }, [read("/a", { recursive: true })]],
    [
      "move_file",
      { source: "/a", destination: "/b" },
      [read("/a", { recursive: true }), deletion("/a"), write("/b", "create", { recursive: true })],
    ],
    ["list_allowed_directories", {}, []],
  ])("%s with %j has its effects", (tool, input, expected) => {
    expect(onFiles(tool, input)).toEqual(expected);
  });

  it.each([
    ["read_file", {}],
    ["read_file", { path: "a" }],
    ["read_file", { path: "../a" }],
    ["read_file", { path: "~/a" }],
    ["read_file", { path: "file:///a" }],
    ["read_file", { path: "/a\0" }],
    ["read_file", { path: ["/a"] }],
    ["read_file", { path: "/a", encoding: "x" }],
    ["read_multiple_files", { paths: ["/a", "b"] }],
    ["read_multiple_files", { paths: [] }],
    ["read_multiple_files", { paths: { 0: "/a" } }],
    ["move_file", { source: "/a" }],
    ["move_file", { source: "/a", destination: "b" }],
    ["new_tool", { path: "/a" }],
    ["constructor", {}],
    ["__proto__", {}],
    ["list_allowed_directories", { path: "/a" }],
  ])("%s with %j is a foreign call", (tool, input) => {
    expect(onFiles(tool, input)).toBeNull();
  });

  it("write their one file if it is in the workspace", () => {
    const inside = { MEMORY_FILE_PATH: join(work, "memory.jsonl") };
    const start = ["npx", memory] as const;
    const file = inside.MEMORY_FILE_PATH;
    expect(effects(start, "read_graph", {}, { env: inside })).toEqual([read(file)]);
    expect(effects(start, "create_entities", { entities: [] }, { env: inside })).toEqual([
      read(file),
      write(file),
    ]);
    for (const path of [undefined, "memory.jsonl", `${work}-other/m`, "~/m", `${work}/../m`]) {
      const env: Record<string, string> = path === undefined ? {} : { MEMORY_FILE_PATH: path };
      expect(effects(start, "read_graph", {}, { env })).toBeNull();
    }
    expect(effects([...start, "extra"], "read_graph", {}, { env: inside })).toBeNull();
  });

  it("that reveal, fetch or ask something stay external", () => {
    const start = ["npx", "-y", everything] as const;
    expect(effects(start, "echo", { message: "x" })).toEqual([]);
    expect(effects([...start, "stdio"], "echo", { message: "x" })).toEqual([]);
    expect(effects([...start, "sse"], "echo", { message: "x" })).toBeNull();
    for (const tool of ["get-env", "gzip-file-as-resource", "trigger-sampling-request"]) {
      expect(effects(start, tool, {})).toBeNull();
    }
  });
});

describe("a configuration that starts a reference server", () => {
  it.each([
    ["npx", filesystem, "/"],
    ["npx", "--yes", filesystem, "/"],
    ["npx", "-y", `${filesystem}@latest`, "/"],
    ["npx", "-y", `${filesystem}@2026.8.31`, "/"],
    ["node", fileOf(filesystem), "/"],
    [process.execPath, fileOf(filesystem), "/"],
    [fileOf(filesystem), "/"],
  ] as const)("is %s %s %s", (...words) => {
    expect(effects(words, ...readFile)).toEqual([read("/a")]);
  });

  it.each([
    ["npx", "-y", "server-filesystem", "/"],
    ["npx", "-y", "@evil/server-filesystem", "/"],
    ["npx", "-y", `${filesystem}-evil`, "/"],
    ["npx", "-y", `${filesystem}@npm:evil`, "/"],
    ["npx", "-y", `${filesystem}@git+https://evil.example/x`, "/"],
    ["npx", "-y", `${filesystem}@file:evil`, "/"],
    ["npx", "-p", "evil", filesystem, "/"],
    ["npx", "-y", "--package=evil", filesystem],
    ["npx", "-c", filesystem],
    ["npx", "-y", "-y", filesystem],
    ["npx", "--registry=https://evil.example", filesystem],
    ["/tmp/npx", "-y", filesystem],
    ["sh", "-c", `npx -y ${filesystem}`],
    ["node", "--require", "/tmp/evil.js", fileOf(filesystem)],
    ["node", "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"],
    ["node", join(dirname(fileOf(filesystem)), "lib.js")],
    ["mcp-server-filesystem", "/"],
  ] as const)("isn't %s %s %s", (...words) => {
    expect(effects(words as unknown as [string, ...string[]], ...readFile)).toBeNull();
  });

  it("is never a project's", () => {
    const words = ["npx", "-y", filesystem, "/"] as const;
    expect(effects(words, ...readFile, { layer: "project" })).toBeNull();
    expect(effects(words, ...readFile, { layer: "administrator" })).not.toBeNull();
  });

  it.each(["PATH", "NODE_OPTIONS", "NODE_PATH", "npm_config_registry", "HOME", "LD_PRELOAD"])(
    "isn't one with %s set",
    (name) => {
      const words = ["npx", "-y", filesystem, "/"] as const;
      expect(effects(words, ...readFile, { env: { [name]: "" } })).toBeNull();
      expect(effects(words, ...readFile, { env: { LANG: "C" } })).not.toBeNull();
    },
  );

  it.each([
    ["an installed package of its name", `node_modules/${filesystem}/package.json`, "{}"],
    ["a program of its name", "node_modules/.bin/mcp-server-filesystem", ""],
    ["another registry", ".npmrc", "registry=https://evil.example"],
    ["a program of its own of that name", "package.json", `{"bin":{"${filesystem}":"evil.js"}}`],
    ["a program by the bin's name", "package.json", '{"bin":{"mcp-server-filesystem":"evil.js"}}'],
    ["the name itself", "package.json", `{"name":"${filesystem}"}`],
    ["a manifest that nobody can read", "package.json", "{"],
  ])("isn't npx where the workspace has %s", (_what, path, text) => {
    const words = ["npx", "-y", filesystem, "/"] as const;
    mkdirSync(join(work, "sub"));
    expect(effects(words, ...readFile)).not.toBeNull();
    put(path, text);
    expect(effects(words, ...readFile)).toBeNull();
    // npm also looks in parent folders.
    expect(effects(words, ...readFile, { cwd: join(work, "sub") })).toBeNull();
    expect(effects(words, ...readFile, { cwd: folder })).not.toBeNull();
    symlinkSync(join(work, "sub"), join(folder, "link"));
    expect(effects(words, ...readFile, { cwd: join(folder, "link") })).toBeNull();
  });

  it("is not npx in a missing folder, but is beside an ordinary manifest", () => {
    const words = ["npx", "-y", filesystem, "/"] as const;
    expect(effects(words, ...readFile, { cwd: join(work, "gone") })).toBeNull();
    put("package.json", '{"name":"mine","bin":{"mine":"x.js"}}');
    expect(effects(words, ...readFile)).not.toBeNull();
  });

  it("is not a file of the workspace, a link to one, or a file with a similar path", () => {
    const copy = join("node_modules", filesystem, "dist", "index.js");
    put(copy);
    put(join("node_modules", filesystem, "package.json"), JSON.stringify({ name: filesystem }));
    expect(effects(["node", join(work, copy)], ...readFile)).toBeNull();
    symlinkSync(join(work, copy), join(folder, "index.js"));
    expect(effects(["node", join(folder, "index.js")], ...readFile)).toBeNull();
    mkdirSync(join(folder, "node_modules", filesystem, "dist"), { recursive: true });
    symlinkSync(join(work, copy), join(folder, copy));
    expect(effects(["node", join(folder, copy)], ...readFile)).toBeNull();
    // Outside the workspace and real, but of another package.
    rmSync(join(folder, "node_modules"), { recursive: true });
    cpSync(join(work, "node_modules"), join(folder, "node_modules"), { recursive: true });
    expect(effects(["node", join(folder, copy)], ...readFile)).toEqual([read("/a")]);
    writeFileSync(join(folder, "node_modules", filesystem, "package.json"), '{"name":"evil"}');
    expect(effects(["node", join(folder, copy)], ...readFile)).toBeNull();
    // A link that leads to the real file counts as the real file.
    symlinkSync(fileOf(filesystem), join(folder, "server"));
    expect(effects([join(folder, "server")], ...readFile)).toEqual([read("/a")]);
  });
});
