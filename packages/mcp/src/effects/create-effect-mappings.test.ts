import { type Effect, read, deletion, write } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import type {
  ServerConfiguration,
  ServerTransport,
} from "../configuration/server-configuration.ts";
import { createEffectMappings } from "./create-effect-mappings.ts";

type Mappings = Readonly<Record<string, string | readonly string[]>>;

const transport = (more: object = {}): ServerTransport => ({
  type: "stdio",
  command: "srv",
  arguments: [],
  environment: {},
  ...more,
});

const server = (more: Partial<ServerConfiguration> = {}): ServerConfiguration => ({
  name: "s",
  layer: "user",
  transport: transport(),
  enabled: true,
  trust: false,
  ...more,
});

const created = (mappings: Mappings, servers: readonly ServerConfiguration[] = [server()]) =>
  createEffectMappings({
    sources: [{ mappings, placeOf: (key) => `settings.json:1:${key.length}` }],
    servers,
    roots: ["/work"],
    home: "/home/me",
  });

function effects(mapping: string | readonly string[], input: unknown): readonly Effect[] | null {
  const { mappings, notices } = created({ "s/t": mapping });
  expect(notices).toEqual([]);
  return mappings.effectsOf(server(), "t", input);
}

describe("a person's mapping", () => {
  it.each<[string | readonly string[], unknown, readonly Effect[]]>([
    ["read({path})", { path: "/a" }, [read("/a")]],
    ["read({path})", { path: "a/../b" }, [read("/work/b")]],
    ["write({to}, recursive)", { to: "/a" }, [write("/a", undefined, { recursive: true })]],
    ["delete({path})", { path: "/a" }, [deletion("/a")]],
    ["read({paths[]})", { paths: ["/a", "b"] }, [read("/a"), read("/work/b")]],
    [["delete({from})", "write({to})"], { from: "/a", to: "/b" }, [deletion("/a"), write("/b")]],
    [[], { text: "hello" }, []],
    [[], undefined, []],
    ["read(~/notes.db)", {}, [read("/home/me/notes.db")]],
    ["write(/var/x.db)", { query: "q" }, [write("/var/x.db")]],
    [
      "network({url})",
      { url: "https://H.example/x?y" },
      [{ type: "network", host: "h.example", port: 443 }],
    ],
    [
      "network({url})",
      { url: "http://1.2.3.4:81" },
      [{ type: "network", host: "1.2.3.4", port: 81 }],
    ],
    ["network(api.example.com)", {}, [{ type: "network", host: "api.example.com", port: 443 }]],
    ["network(api.example.com:443)", {}, [{ type: "network", host: "api.example.com", port: 443 }]],
    [
      "network(api.example.com:8443)",
      {},
      [{ type: "network", host: "api.example.com", port: 8_443 }],
    ],
  ])("%j makes of %j its effects", (mapping, input, expected) => {
    expect(effects(mapping, input)).toEqual(expected);
  });

  it("treats values literally, even if they look like patterns", () => {
    for (const path of ["/work/**", "/a)", "/{path}", "/a, recursive", "/[]", "/a*?"]) {
      expect(effects("read({path})", { path })).toEqual([read(path)]);
    }
  });

  it.each([
    ["a missing argument", {}],
    ["no input", undefined],
    ["a list", ["/a"]],
    ["a text", "/a"],
    ["null", { path: null }],
    ["a number", { path: 1 }],
    ["a list for a text", { path: ["/a"] }],
    ["an object", { path: { path: "/a" } }],
    ["an argument of the prototype", Object.create({ path: "/a" }) as object],
    ["an empty path", { path: "" }],
    ["a NUL", { path: "/a\0b" }],
    ["half of a character", { path: "/\ud800" }],
    ["the home folder", { path: "~/.ssh/id_rsa" }],
    ["somebody's home folder", { path: "~root/x" }],
    ["a variable", { path: "$HOME/x" }],
    ["a URI", { path: "file:///etc/passwd" }],
    ["a URI in capitals", { path: "FILE:/etc/passwd" }],
    ["a drive", { path: "C:\\x" }],
    ["a share", { path: "\\\\host\\x" }],
    ["two slashes", { path: "//host/x" }],
    ["white space around it", { path: " /a" }],
    ["quotes around it", { path: '"/a"' }],
    ["another Unicode form of an ASCII letter", { path: "/work/.to\u212aen" }],
    ["another path", { path: "/a", target: "/b" }],
    ["another path in camel case", { path: "/a", outputFile: "/b" }],
    ["another path in snake case", { path: "/a", dest_dir: "/b" }],
    ["another path below", { path: "/a", options: [{ deep: { url: "http://h" } }] }],
    ["another path in one word", { path: "/a", filepath: "/b" }],
    ["another folder in one word", { path: "/a", workdir: "/b" }],
    ["a list of other paths", { path: "/a", files: ["/b"] }],
    ["what is nested too deep to see", { path: "/a", x: [[[[[[[[[{}]]]]]]]]] }],
  ])("isn't used for %s: the call is a foreign server's then", (_what, input) => {
    expect(effects("read({path})", input)).toBeNull();
  });

  it.each([
    ["read({paths[]})", { paths: "/a" }],
    ["read({paths[]})", { paths: ["/a", 1] }],
    ["read({paths[]})", { paths: ["/a", ["/b"]] }],
    ["read({paths[]})", { paths: [] }],
    ["read({__proto__})", {}],
    ["read({constructor})", {}],
    ["network({url})", { url: "h.example" }],
    ["network({url})", { url: "file:///etc/passwd" }],
    ["network({url})", { url: "gopher://h/" }],
    [["read({path})", "write({to})"], { path: "/a" }],
  ])("%j isn't used for %j", (mapping, input) => {
    expect(effects(mapping, input)).toBeNull();
  });

  it("ignores other arguments that are not paths", () => {
    const input = {
      path: "/a",
      content: "/b",
      head: 3,
      fileCount: 2,
      recursive: true,
      target: null,
    };
    expect(effects("read({path})", input)).toEqual([read("/a")]);
  });

  it("accepts any argument name", () => {
    const input = JSON.parse('{"__proto__":"/a"}') as unknown;
    expect(effects("read({__proto__})", input)).toEqual([read("/a")]);
  });

  it.each([
    ["s/t", "read(path)", "a fixed path"],
    ["s/t", "read({path}", "is not an effect"],
    ["s/t", "run({command})", "is not an effect"],
    ["s/t", "read({a}/{b})", "take one {argument}"],
    ["s/t", "read(/a/**)", "without wildcards"],
    ["s/t", "delete({path}, recursive)", "only read and write can be recursive"],
    ["s/t", "network(a b)", "takes a host"],
    ["s/t", "network(user@h)", "takes a host"],
    ["s/t", "network(h/path)", "takes a host"],
    ["t", "read({path})", "write server and tool"],
    ["/t", "read({path})", "write server and tool"],
    ["s/", "read({path})", "write server and tool"],
    ["other/t", "read({path})", "no MCP server 'other'"],
  ])("of %s that says %s is told and used for nothing", (key, mapping, reason) => {
    const { mappings, notices } = created({ [key]: mapping });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^settings\.json:1:\d+: the effects of '/);
    expect(notices[0]).toContain(reason);
    expect(mappings.effectsOf(server(), "t", { path: "/a" })).toBeNull();
  });
});

describe("the server that a mapping is bound to", () => {
  const mapping = { "s/t": "read({path})" };
  const of = (given: ServerConfiguration, servers?: readonly ServerConfiguration[]) =>
    created(mapping, servers).mappings.effectsOf(given, "t", { path: "/a" });

  it("is the person's server, under any name", () => {
    expect(of(server())).toEqual([read("/a")]);
    expect(of(server({ name: "renamed" }))).toEqual([read("/a")]);
    expect(of(server({ layer: "administrator" }))).toEqual([read("/a")]);
  });

  it.each([
    ["a project's of the same name", server({ layer: "project" })],
    ["another command", server({ transport: transport({ command: "/tmp/srv" }) })],
    ["a further argument", server({ transport: transport({ arguments: ["--root=/"] }) })],
    ["another folder", server({ transport: transport({ cwd: "/other" }) })],
    ["a further variable", server({ transport: transport({ environment: { NODE_OPTIONS: "" } }) })],
    ["a URL", server({ transport: { type: "http", url: "http://localhost/", headers: {} } })],
  ])("isn't %s", (_what, given) => {
    expect(of(given)).toBeNull();
  });

  it("is never a project's server", () => {
    const theirs = server({ layer: "project" });
    expect(of(theirs, [theirs])).toBeNull();
    expect(created(mapping, [theirs]).notices).toHaveLength(1);
  });

  it("may be a remote server, whose relative paths mean nothing", () => {
    const far = server({ transport: { type: "http", url: "http://localhost/", headers: {} } });
    const { mappings } = created(mapping, [far]);
    expect(mappings.effectsOf(far, "t", { path: "/a" })).toEqual([read("/a")]);
    expect(mappings.effectsOf(far, "t", { path: "a" })).toBeNull();
  });

  it("determines the folder of relative paths", () => {
    const given = server({ transport: transport({ cwd: "/data" }) });
    expect(created(mapping, [given]).mappings.effectsOf(given, "t", { path: "a" })).toEqual([
      read("/data/a"),
    ]);
  });
});
