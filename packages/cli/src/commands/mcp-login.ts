import { recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { createCredentialStore, login } from "@toolwright/mcp/authorization";
import { takesLogin } from "@toolwright/runtime/internal";
import { durationMs } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { namedServer } from "./named-server.ts";
import { tell } from "../output/notices.ts";
import { policyController } from "./policy-controller.ts";

/** `toolwright mcp login`: prints the address to open, and waits for the browser. */
export const mcpLogin: Command = async ({ arguments: parsed, program }) => {
  const [name, extra] = parsed.positionals;
  if (name === undefined || extra !== undefined) {
    throw usageError(phrase("Name one server: toolwright mcp login NAME"));
  }
  const controller = await policyController(parsed, program);
  const server = namedServer(name, controller);
  if (!takesLogin(server)) {
    throw usageError(
      server.transport.type === "stdio"
        ? phrase("'{name}' is a local command, and these have no login.", { name })
        : phrase(
            "'{name}' uses the Authorization header in the {layer} settings instead of a login.",
            {
              name,
              layer: server.layer,
            },
          ),
    );
  }
  const { stdout, stderr, language } = program;
  const { say } = language;
  const print = async (stream: typeof stdout, ...rows: readonly Line[]): Promise<void> =>
    textOutput(stream).write(linesText(rows, lookFor(stream, program)));
  const interruption = new AbortController();
  const stopListening = program.onInterrupt(() => interruption.abort());
  const timeout = parsed.value("timeout");
  try {
    const { issuer, scopes } = await login({
      server,
      store: createCredentialStore(controller.places.stateDirectory),
      scopes: parsed.values("scope"),
      signal: interruption.signal,
      ...(timeout !== undefined && { timeoutMs: durationMs("--timeout", timeout) }),
      onUrl: (url) =>
        print(
          stderr,
          line(
            say(
              phrase("To log in to {name}, open this address in a browser on this machine:", {
                name,
              }),
            ),
          ),
          line(span(url, "accent")),
        ),
    });
    const where = { name, issuer };
    const told =
      scopes === null
        ? phrase("Logged in to {name} at {issuer}.", where)
        : phrase("Logged in to {name} at {issuer} for {scopes}.", {
            ...where,
            scopes: scopes.join(" "),
          });
    await print(stdout, line(say(told)));
    return 0;
  } catch (thrown) {
    if (interruption.signal.aborted) return 130;
    if (!(thrown instanceof Error)) throw thrown;
    await tell([phrase("{name}: {reason}", { name, reason: recorded(thrown.message) })], program);
    return 1;
  } finally {
    stopListening();
  }
};
