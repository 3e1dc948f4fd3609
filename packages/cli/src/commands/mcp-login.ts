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
    throw usageError("Name one server: toolwright mcp login NAME");
  }
  const controller = await policyController(parsed, program);
  const server = namedServer(name, controller);
  if (!takesLogin(server)) {
    throw usageError(
      server.transport.type === "stdio"
        ? `'${name}' is a local command, and these have no login.`
        : `'${name}' uses the Authorization header in the ${server.layer} settings instead of a login.`,
    );
  }
  const { stdout, stderr, environment } = program;
  const say = async (stream: typeof stdout, ...rows: readonly Line[]): Promise<void> =>
    textOutput(stream).write(linesText(rows, lookFor(stream, environment)));
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
        say(
          stderr,
          line(`To log in to ${name}, open this address in a browser on this machine:`),
          line(span(url, "accent")),
        ),
    });
    const granted = scopes === null ? "" : ` for ${scopes.join(" ")}`;
    await say(stdout, line(`Logged in to ${name} at ${issuer}${granted}.`));
    return 0;
  } catch (thrown) {
    if (interruption.signal.aborted) return 130;
    if (!(thrown instanceof Error)) throw thrown;
    await tell([`${name}: ${thrown.message}`], program);
    return 1;
  } finally {
    stopListening();
  }
};
