import type { ServerConfiguration } from "@toolwright/mcp";
import { createEnvironment, createRedactor } from "@toolwright/workspace";
import { expect, test } from "vitest";
import { withServerValues } from "./server-values.ts";

const server = (
  name: string,
  transport: ServerConfiguration["transport"],
): ServerConfiguration => ({
  name,
  layer: "user",
  transport,
  enabled: true,
  trust: false,
});

const remote = (name: string, token: string): ServerConfiguration =>
  server(name, {
    type: "http",
    url: `https://${name}.test/mcp`,
    headers: { Authorization: `Bearer ${token}` },
  });

const local = (name: string, token: string): ServerConfiguration =>
  server(name, { type: "stdio", command: name, arguments: [], environment: { API_TOKEN: token } });

test("hides the values of all servers, also under one name", () => {
  const [own, ...others] = [1, 2, 3, 4, 5].map((at) => `Qx7-vLp2-Zt${at}-Rm8k`);
  const [one = "", two = "", three = "", four = ""] = others;
  const servers = [remote("a", one), remote("b", two), local("c", three), local("d", four)];
  const environment = withServerValues(createEnvironment({ API_TOKEN: own }), servers);
  const redactor = createRedactor({ environment, roots: [] });
  const shown = redactor.redact([own, ...others].join(" "));
  expect(shown).not.toMatch(/Qx7/);
  expect(new Set(shown.split(" ")).size).toBe(5);
  expect(environment.get("API_TOKEN")).toBe(own);
});
