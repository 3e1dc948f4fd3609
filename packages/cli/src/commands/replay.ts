import { resolve } from "node:path";
import { recorded } from "@toolwright/core/internal";
import { TapeError } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import type { ProgramContext } from "../program-context.ts";

/** `toolwright replay FILE`: shows a tape, or plays it. */
export const replay: Command = async (command) => {
  const { arguments: parsed, program } = command;
  const file = fileFrom(parsed, program);
  try {
    if (parsed.has("show"))
      return await (await import("./replay-show.ts")).replayShow(command, file);
    return await (await import("./replay-play.ts")).replayPlay(command, file);
  } catch (thrown) {
    throw TapeError.isInstance(thrown) ? usageError(recorded(thrown.message)) : thrown;
  }
};

function fileFrom(parsed: ParsedArguments, program: ProgramContext): string {
  const [file, extra] = parsed.positionals;
  if (file === undefined || extra !== undefined)
    throw usageError(
      phrase("Name a tape: {usage}. To write one: {export}", {
        usage: "toolwright replay FILE",
        export: "toolwright journal export --tape FILE",
      }),
    );
  const ways = ["show", "recorded", "real"].filter((way) => parsed.has(way));
  if (ways.length > 1)
    throw usageError(
      phrase("Choose one of {flags}.", { flags: ways.map((way) => `--${way}`).join(", ") }),
    );
  const isPlayed = !parsed.has("show") && !parsed.has("real");
  if (parsed.value("model") !== undefined && !isPlayed)
    throw usageError(phrase("--model goes with --recorded only."));
  if (parsed.has("show") && parsed.has("assert"))
    throw usageError(phrase("--assert needs a replay: --recorded (the default) or --real."));
  return resolve(program.cwd, file);
}
