import { identityOf } from "@toolwright/mcp/configuration";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { editServers } from "../settings/edit-servers.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { projectHint, serverTarget } from "./server-target.ts";

/** `toolwright mcp remove`: one server less in the settings. */
export const mcpRemove: Command = async ({ arguments: parsed, program }) => {
  const [name, extra] = parsed.positionals;
  if (name === undefined || extra !== undefined) {
    throw usageError("Name one server: toolwright mcp remove NAME");
  }
  const desk = await policyController(parsed, program);
  const target = serverTarget(parsed, desk.places);
  await editServers(target, desk.places.stateDirectory, (entries) => {
    if (!Object.hasOwn(entries, name)) throw notThere(name, target.path, desk);
    return new Map([[name, undefined]]);
  });
  const hadLogin = await forgetLogin(name, target.path, desk);
  const { stdout, environment } = program;
  const rows = [
    line(`Removed the MCP server '${name}' from ${target.path}.`),
    ...(hadLogin ? [line("The login to it is gone, too.")] : []),
    ...(target.layer === "project" ? [line(projectHint)] : []),
  ];
  await textOutput(stdout).write(linesText(rows, lookFor(stdout, environment)));
  return 0;
};

/** Nobody would find the tokens of a server that isn't there any more. */
async function forgetLogin(name: string, path: string, desk: PolicyController): Promise<boolean> {
  const { found } = desk.servers;
  const removed = found.find((server) => server.name === name && server.path === path);
  const configuration = removed?.configuration;
  if (configuration === undefined || configuration.transport.type === "stdio") return false;
  const identity = identityOf(configuration);
  const isShared = found.some(
    (other) =>
      other !== removed &&
      other.configuration !== undefined &&
      identityOf(other.configuration) === identity,
  );
  if (isShared) return false;
  const { createCredentialStore } = await import("@toolwright/mcp/authorization");
  return createCredentialStore(desk.places.stateDirectory).remove(configuration);
}

function notThere(name: string, path: string, { servers }: PolicyController): Error {
  const elsewhere = servers.found.filter((server) => server.name === name);
  const [first] = elsewhere;
  if (first !== undefined) {
    return usageError(
      `${path} names no MCP server '${name}'; it stands in ${first.path}:${first.line}. Remove it there${first.layer === "project" ? ", or with --project where it is the project's settings" : ""}.`,
    );
  }
  const names = [...new Set(servers.found.map((server) => server.name))];
  const known = names.length === 0 ? "There is none." : `Known: ${names.join(", ")}.`;
  return usageError(`No MCP server '${name}'. ${known}`);
}
