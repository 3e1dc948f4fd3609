import { phrase } from "../language/phrase.ts";
import { closeSync, openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";
import type { Approver } from "@toolwright/core";
import { usageError } from "../errors.ts";
import type { ProgramContext } from "../program-context.ts";
import { lookFor } from "../text/terminal-lines.ts";
import { createTerminalApprover } from "./terminal-approver.ts";

/** The terminal of this process, whatever its standard streams are. */
const device = "/dev/tty";

export interface Console {
  /** An approver that prompts on this terminal. */
  approverFor(roots: readonly string[]): Approver;
  close(): void;
}

/**
 * Opens the terminal of this process, for questions while standard input and output carry a
 * protocol. It is read only while a question is open.
 *
 * Errors: CommandError `usage` when there is none.
 */
export function openConsole(program: Pick<ProgramContext, "environment" | "language">): Console {
  closeSync(openTerminal());
  let streams: { readonly input: ReadStream; readonly output: WriteStream } | undefined;
  return {
    approverFor(roots) {
      let approver: Approver | undefined;
      const open = (): Approver => {
        streams = {
          input: new ReadStream(openTerminal()),
          output: new WriteStream(openTerminal()),
        };
        const look = lookFor(streams.output, program);
        return createTerminalApprover({ ...streams, look, roots });
      };
      return {
        name: "the console",
        ask: async (question, signal) => (approver ??= open()).ask(question, signal),
        elicit: async (elicitation, signal) => (approver ??= open()).elicit?.(elicitation, signal),
      };
    },
    close() {
      streams?.input.destroy();
      streams?.output.destroy();
    },
  };
}

function openTerminal(): number {
  try {
    return openSync(device, "r+");
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? "unknown error";
    throw usageError(
      phrase(
        "{flag} needs a terminal, and this process has none ({device}: {code}). Start it in a terminal, or use --approve elicit or deny.",
        { flag: "--approve console", device, code },
      ),
    );
  }
}
