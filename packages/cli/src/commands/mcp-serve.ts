import { guardStandardOutput, serveOverStdio, ToolServer } from "@toolwright/mcp/server";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import type { Surroundings } from "../surroundings.ts";
import { noticeOn } from "../wiring/notices.ts";
import { type OpenedSession, openSession } from "../wiring/open-session.ts";

/** A host that has gone waits for nothing; one that sends a signal gives two seconds. */
const closeLimitsMs = { gone: 700, signalled: 1_500 };

/** `toolwright mcp serve`: these tools for any MCP host. */
export const mcpServe: Command = async (run) => {
  const { arguments: parsed, surroundings } = run;
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw usageError(`mcp serve takes no argument, but got '${extra}'.`);
  if (parsed.value("http") === undefined && parsed.has("no-auth")) {
    throw usageError("--no-auth goes with --http PORT: over standard input nobody else can call.");
  }
  return serveStandardInput(run, surroundings);
};

async function serveStandardInput(run: CommandRun, surroundings: Surroundings): Promise<number> {
  const { stdin, stdout, stderr } = surroundings;
  // Before anything else has a chance to print.
  const output = guardStandardOutput(stdout, stderr);
  const onNotice = noticeOn(surroundings);
  const opening = openSession(globalOptions(run.arguments), surroundings);
  const server = new ToolServer({
    served: opening,
    version: run.version,
    asksHost: approverOf(run.arguments) === "elicit",
    onNotice,
  });
  const serving = serveOverStdio(server, { input: stdin, output, onNotice });
  const interrupted = Promise.withResolvers<"signalled">();
  const stopListening = surroundings.onInterrupt(() => interrupted.resolve("signalled"));
  try {
    const opened = await opening;
    const ended = serving.ended.then(() => "gone" as const);
    const why = await Promise.race([ended, interrupted.promise]);
    await closeWithin(closeLimitsMs[why], { server, opened, surroundings });
    return 0;
  } finally {
    stopListening();
    await serving.close();
  }
}

type Asked = "elicit" | "console" | "deny";

function approverOf(parsed: ParsedArguments): Asked {
  // One of the choices, or the parser would have refused it.
  return (parsed.value("approve") ?? "elicit") as Asked;
}

interface Closing {
  readonly server: ToolServer;
  readonly opened: OpenedSession;
  readonly surroundings: Surroundings;
}

/** What hasn't ended by then is ended with the process, its own processes included. */
async function closeWithin(
  limitMs: number,
  { server, opened, surroundings }: Closing,
): Promise<void> {
  const limit = setTimeout(() => surroundings.exit(0), limitMs);
  server.close();
  await opened.close();
  clearTimeout(limit);
}
