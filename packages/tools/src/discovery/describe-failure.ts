import type { ProcessEnd } from "@toolwright/core/ports";
import { describeEnd } from "../shell/describe-end.ts";

export interface FailedCommand {
  /** The command as run, quoted. */
  readonly command: string;
  readonly end: ProcessEnd;
  readonly output: string;
  readonly errorOutput: string;
}

/** How a command ended, with both streams, for a person or a model. */
export function describeFailure({ command, end, output, errorOutput }: FailedCommand): string {
  const section = (heading: string, text: string): string =>
    text.trim() === "" ? `${heading}: (empty)` : `${heading}:\n${text.trimEnd()}`;
  return [
    `'${command}' ${describeEnd(end)}.`,
    section("Standard output", output),
    section("Standard error", errorOutput),
  ].join("\n\n");
}
