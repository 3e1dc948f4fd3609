import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { listTools } from "./list-tools.ts";

const long = `https://icons.example/${"x".repeat(20_000)}`;

test.each<[string, unknown, string | undefined]>([
  [
    "the first address that can be shown",
    [{ src: "file:///x" }, { src: "https://a.b/c.png" }],
    "https://a.b/c.png",
  ],
  [
    "an image in the address itself",
    [{ src: "data:image/png;base64,AA==" }],
    "data:image/png;base64,AA==",
  ],
  ["none for a script", [{ src: "javascript:alert(1)" }, { src: "data:text/html,x" }], undefined],
  [
    "none for what is no address",
    [1, null, { src: 5 }, { src: "https://a b" }, { src: long }],
    undefined,
  ],
  ["none for what is no list", { src: "https://a.b" }, undefined],
])("takes as a tool's icon %s", async (_, icons, icon) => {
  const item = { name: "t", description: "T.", inputSchema: { type: "object" }, icons };
  const client = { request: async () => ({ tools: [item] }) } as unknown as Client;
  const { tools } = await listTools(client, {
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    checksHeaders: false,
  });
  expect(tools[0]?.icon).toBe(icon);
});
