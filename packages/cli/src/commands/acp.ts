import { guardStandardOutput } from "@toolwright/mcp/server";
import { serveAcp } from "../acp/serve-acp.ts";
import type { Command } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { takesNoArguments } from "../errors.ts";
import { tellNotice } from "../output/notices.ts";

/** Limits for closing. A client that has gone doesn't wait; senders of a signal usually wait two seconds. */
const closeLimitsMs = { gone: 450, signalled: 1_500 };

/** `toolwright acp`: serves the agent to an editor. */
export const acp: Command = async ({ arguments: parsed, program, version }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("acp", extra);
  // First, before anything else can print.
  const output = guardStandardOutput(program.stdout, program.stderr);
  const served = serveAcp({
    program,
    version,
    input: program.stdin,
    output,
    place: globalOptions(parsed),
    model: parsed.value("model"),
    baseUrl: parsed.value("base-url"),
  });
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<"signalled">();
  const stopListening = program.onInterrupt(() => interrupt("signalled"));
  const gone = served.ended.then(async (problem) => {
    if (problem !== null) await tellNotice(problem, program);
    return "gone" as const;
  });
  const why = await Promise.race([gone, interrupted]);
  // The exit ends whatever is still running by then, child processes included.
  const closeLimit = setTimeout(() => program.exit(0), closeLimitsMs[why]);
  await served.close();
  stopListening();
  clearTimeout(closeLimit);
  return 0;
};
