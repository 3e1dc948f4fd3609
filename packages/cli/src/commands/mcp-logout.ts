import { phrase } from "../language/phrase.ts";
import { createCredentialStore } from "@toolwright/mcp/authorization";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { namedServer } from "./named-server.ts";
import { policyController } from "./policy-controller.ts";

/** `toolwright mcp logout`: deletes a login, for running sessions as well. */
export const mcpLogout: Command = async ({ arguments: parsed, program }) => {
  const [name, extra] = parsed.positionals;
  if (name === undefined || extra !== undefined) {
    throw usageError(phrase("Name one server: toolwright mcp logout NAME"));
  }
  const controller = await policyController(parsed, program);
  const server = namedServer(name, controller);
  const wasThere = await createCredentialStore(controller.places.stateDirectory).remove(server);
  const { stdout } = program;
  const text = wasThere
    ? phrase("Logged out of {name}: its tokens were deleted from this machine.", { name })
    : phrase("There was no login to {name}.", { name });
  await textOutput(stdout).write(
    linesText([line(program.language.say(text))], lookFor(stdout, program)),
  );
  return 0;
};
