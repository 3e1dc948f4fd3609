import type { Effect, Policy } from "@toolwright/core";
import type { ServerConfiguration } from "@toolwright/mcp";

/**
 * Why a server may not start: a configured or built-in rule denies its command, its host, or all of its
 * tools. Null if it may. The mode and ask rules don't matter here, because the user has configured the
 * server.
 */
export function reasonAgainstStart(
  { name, transport }: ServerConfiguration,
  cwd: string,
  policy: Policy,
): string | null {
  const effects: readonly Effect[] = [
    effectOf(transport, cwd),
    { type: "external", server: name, tool: "*" },
  ];
  const tool = `mcp__${name}`;
  const { proof } = policy.decide({ effects, tool, agent: "main", labels: new Map() });
  const step = proof.find(({ decision, layer }) => decision === "deny" && layer !== "mode");
  if (step === undefined) return null;
  const where = step.source === null ? "" : ` in ${step.source}`;
  return `it isn't started: ${step.rule}${where}`;
}

function effectOf(transport: ServerConfiguration["transport"], cwd: string): Effect {
  if (transport.type === "stdio") {
    const { command, arguments: words } = transport;
    return {
      type: "run",
      program: command,
      words: [command, ...words],
      cwd: transport.cwd ?? cwd,
      specified: false,
    };
  }
  const { hostname, port, protocol } = new URL(transport.url);
  const usual = protocol === "https:" ? 443 : 80;
  return { type: "network", host: hostname, port: port === "" ? usual : Number(port) };
}
