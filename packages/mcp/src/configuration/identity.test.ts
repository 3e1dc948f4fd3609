import { expect, it } from "vitest";
import { identityOf } from "./identity.ts";
import type { ServerTransport } from "./server-configuration.ts";

const local = (more: object = {}): ServerTransport => ({
  type: "stdio",
  command: "npx",
  arguments: ["-y", "x"],
  environment: { A: "1", B: "2" },
  ...more,
});
const remote = (url: string, headers: Readonly<Record<string, string>> = {}): ServerTransport => ({
  type: "http",
  url,
  headers,
});
const of = (transport: ServerTransport): string => identityOf({ transport });

it.each([
  [local(), local({ environment: { B: "9", A: "8" } })],
  [remote("https://h/mcp"), remote("https://H:443/mcp?key=1#x")],
  [
    remote("https://h/mcp", { "X-A": "1", b: "2" }),
    remote("https://h/mcp", { B: "3", "x-a": "4" }),
  ],
  [remote("https://h/mcp"), { ...remote("https://h/mcp"), type: "sse" } as ServerTransport],
])("is the same for what means the same server", (one, other) => {
  expect(of(one)).toBe(of(other));
  expect(of(one)).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  [local(), local({ command: "/tmp/npx" })],
  [local(), local({ arguments: ["-y", "x", "--evil"] })],
  [local(), local({ arguments: ["-y x"] })],
  [local({ arguments: ["a", "b"] }), local({ arguments: ["b", "a"] })],
  [local(), local({ environment: { A: "1", B: "2", NODE_OPTIONS: "" } })],
  [local(), local({ cwd: "/elsewhere" })],
  [remote("https://h/mcp"), remote("https://h/mcp/")],
  [remote("https://h/mcp"), remote("http://h/mcp")],
  [remote("https://h/mcp"), remote("https://h.evil.example/mcp")],
  [remote("https://h/mcp"), remote("https://h/mcp", { Authorization: "x" })],
  [local({ command: "https://h/", arguments: [], environment: {} }), remote("https://h/")],
])("is another for what may be another server", (one, other) => {
  expect(of(one)).not.toBe(of(other));
});
