import { noServer } from "./named-server.ts";
import { phrase } from "../language/phrase.ts";
import { identityOf } from "@toolwright/mcp/configuration";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { editServers } from "../settings/edit-servers.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { projectHint, serverTarget } from "./server-target.ts";

/** `toolwright mcp remove`: removes a server from the settings. */
export const mcpRemove: Command = async ({ arguments: parsed, program }) => {
  const [name, extra] = parsed.positionals;
  if (name === undefined || extra !== undefined) {
    throw usageError(phrase("Name one server: toolwright mcp remove NAME"));
  }
  const controller = await policyController(parsed, program);
  const target = serverTarget(parsed, controller.places);
  await editServers(target, controller.places.stateDirectory, (entries) => {
    if (!Object.hasOwn(entries, name)) throw notThere(name, target.path, controller);
    return new Map([[name, undefined]]);
  });
  const hadLogin = await forgetLogin(name, target.path, controller);
  const { stdout, language } = program;
  const rows = [
    phrase("Removed the MCP server '{name}' from {path}.", { name, path: target.path }),
    ...(hadLogin ? [phrase("Its login was deleted as well.")] : []),
    ...(target.layer === "project" ? [projectHint] : []),
  ];
  await textOutput(stdout).write(
    linesText(
      rows.map((row) => line(language.say(row))),
      lookFor(stdout, program),
    ),
  );
  return 0;
};

/** Deletes the tokens of the removed server, unless another entry for it shares them. */
async function forgetLogin(
  name: string,
  path: string,
  controller: PolicyController,
): Promise<boolean> {
  const { found } = controller.servers;
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
  return createCredentialStore(controller.places.stateDirectory).remove(configuration);
}

function notThere(name: string, path: string, { servers }: PolicyController): Error {
  const elsewhere = servers.found.filter((server) => server.name === name);
  const [first] = elsewhere;
  if (first !== undefined) {
    const place = { path, name, place: `${first.path}:${first.line}` };
    return usageError(
      first.layer === "project"
        ? phrase(
            "{path} has no MCP server '{name}'; it is in {place}. Remove it there, or with --project if that is the project's settings file.",
            place,
          )
        : phrase("{path} has no MCP server '{name}'; it is in {place}. Remove it there.", place),
    );
  }
  const names = [...new Set(servers.found.map((server) => server.name))];
  return noServer(name, names);
}
