import { createPolicy, type Mode, type Rule } from "@toolwright/core";
import type { ServerConfiguration } from "@toolwright/mcp";
import { expect, test } from "vitest";
import { reasonAgainstStart } from "./may-start.ts";

const command: ServerConfiguration = {
  name: "github",
  layer: "user",
  transport: { type: "stdio", command: "npx", arguments: ["-y", "server-github"], environment: {} },
  enabled: true,
  trust: false,
};
const address: ServerConfiguration = {
  ...command,
  transport: { type: "http", url: "https://mcp.example.com/mcp", headers: {} },
};

function reason(
  server: ServerConfiguration,
  rules: readonly Rule[],
  mode: Mode = "default",
): string | null {
  const layers = [{ name: "user", source: "settings.json", rules } as const];
  return reasonAgainstStart(server, "/w", createPolicy({ mode, roots: ["/w"], layers }));
}

test("a configured server may start in every mode", () => {
  for (const mode of ["plan", "default", "auto"] as const) {
    expect(reason(command, [], mode)).toBeNull();
    expect(reason(address, [{ ask: "run(*)" }, { ask: "mcp(*/*)" }], mode)).toBeNull();
  }
});

test.each<[ServerConfiguration, Rule, boolean]>([
  [command, { deny: "run(npx *)" }, true],
  [command, { deny: "run(uvx *)" }, false],
  [command, { deny: "mcp(github/*)" }, true],
  [command, { deny: "mcp(github/delete_repository)" }, false],
  [command, { deny: "mcp(gitlab/*)" }, false],
  [address, { deny: "network(*.example.com)" }, true],
  [address, { deny: "network(example.org)" }, false],
  [address, { deny: "mcp(*/*)" }, true],
])("of a rule against it: %#", (server, rule, isAgainst) => {
  const said = reason(server, [rule]);
  if (!isAgainst) expect(said).toBeNull();
  else expect(said).toBe(`it isn't started: deny ${rule.deny} in settings.json`);
});

test("a server with a built-in denial isn't started either", () => {
  const transport = { ...command.transport, command: "sudo" };
  expect(reason({ ...command, transport }, [{ allow: "run(*)" }])).toContain(
    "privilege escalation",
  );
});
