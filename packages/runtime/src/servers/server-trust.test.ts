import {
  identityOf,
  readServers,
  type ReadServers,
  type ServerSource,
} from "@toolwright/mcp/configuration";
import { describe, expect, it } from "vitest";
import { serverTrustLayers, serverTrustRules } from "./server-trust.ts";

type Layer = ServerSource["layer"];

function read(...sources: readonly (readonly [Layer, Record<string, unknown>])[]): ReadServers {
  return readServers({
    workspace: "/work",
    home: "/home/me",
    environment: {},
    sources: sources.map(([layer, entries]) => ({
      path: `${layer}.json`,
      layer,
      isTrusted: true,
      entries,
      positionOf: () => ({ line: 3, column: 5 }),
    })),
  });
}

const allowed = (of: ReadServers, running?: ReadonlyMap<string, string>): readonly unknown[] =>
  serverTrustRules(of, running).map(({ rule }) => rule.allow);

const trusted = { command: "mine", trust: true };

describe("trust in a server", () => {
  it("is a rule of the user, with its position", () => {
    expect(serverTrustRules(read(["user", { a: trusted, b: { command: "b" } }]))).toEqual([
      { layer: "user", source: "user.json", line: 3, column: 5, rule: { allow: "mcp(a/*)" } },
    ]);
    expect(serverTrustLayers(read(["administrator", { a: trusted }]))).toEqual([
      { name: "administrator", source: "administrator.json", rules: [{ allow: "mcp(a/*)" }] },
    ]);
  });

  it("can't come from a project, even a trusted one", () => {
    expect(allowed(read(["project", { a: trusted }]))).toEqual([]);
  });

  it("doesn't pass to a project's server of the same name", () => {
    const theirs = { command: "theirs", trust: true };
    expect(allowed(read(["project", { a: theirs }], ["user", { a: trusted }]))).toEqual([]);
    expect(allowed(read(["user", { a: trusted }], ["project", { a: theirs }]))).toEqual([]);
    // The same command with another value of a variable is another entry, too.
    const other = { ...trusted, env: { NODE_OPTIONS: "--require=/tmp/evil.js" } };
    const mine = { ...trusted, env: { NODE_OPTIONS: "" } };
    expect(allowed(read(["project", { a: other }], ["user", { a: mine }]))).toEqual([]);
  });

  it("stays the user's if a project names the same server", () => {
    expect(
      allowed(read(["project", { a: { command: "mine" } }], ["user", { a: trusted }])),
    ).toEqual(["mcp(a/*)"]);
  });

  it("doesn't pass to an administrator's server or a disabled one", () => {
    const theirs = { command: "theirs" };
    expect(allowed(read(["user", { a: trusted }], ["administrator", { a: theirs }]))).toEqual([]);
    expect(allowed(read(["user", { a: { ...trusted, enabled: false } }]))).toEqual([]);
  });

  it("applies only while the running server is the one in the settings", () => {
    const now = read(["user", { a: trusted }]);
    const before = read(["user", { a: { command: "before" } }]);
    expect(allowed(now, before.identities)).toEqual([]);
    expect(allowed(now, new Map())).toEqual([]);
    const [server] = now.servers;
    if (server === undefined) throw new Error("no server");
    expect(allowed(now, new Map([["a", identityOf(server)]]))).toEqual(["mcp(a/*)"]);
  });
});
