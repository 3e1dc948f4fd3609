import { createInterface } from "node:readline/promises";
import type { Phrase } from "@toolwright/core/internal";
import type { ProgramContext } from "../program-context.ts";

/** Whether there is a terminal to prompt on. */
export function canConfirm({ stdin, stderr }: ProgramContext): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks a yes-or-no question at the terminal. An interrupt and the end of input mean no. */
export async function confirm(question: Phrase, program: ProgramContext): Promise<boolean> {
  const { stdin, stderr, language } = program;
  if (stdin.readableEnded) return false;
  const terminal = createInterface({ input: stdin, output: stderr, terminal: true });
  const left = new AbortController();
  terminal.once("SIGINT", () => left.abort());
  terminal.once("close", () => left.abort());
  try {
    const answer = await terminal.question(`${language.say(question)} [y/N] `, {
      signal: left.signal,
    });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (thrown) {
    if (left.signal.aborted) return false;
    throw thrown;
  } finally {
    terminal.close();
  }
}
