import type { ProgramContext } from "../program-context.ts";
import type { FlagTable, ParsedArguments } from "./arguments.ts";

export interface CommandRun {
  readonly arguments: ParsedArguments;
  readonly program: ProgramContext;
  /** Of this package. */
  readonly version: string;
}

/** Runs to the end and resolves to the exit status. */
export type Command = (run: CommandRun) => Promise<number>;

/** One entry of the table that dispatch, flags and help are made from. */
export interface CommandSpec {
  /** One word, or two for a command of a group (`policy check`). */
  readonly name: string;
  readonly summary: string;
  /** Lines after `toolwright `. */
  readonly usage: readonly string[];
  readonly flags: FlagTable;
  /** Paragraphs below the flags. */
  readonly notes?: readonly string[];
  /** `--help` behind a name is the command's own to answer, as of one tool. */
  readonly helpsWithNames?: true;
  /** Loads what the command needs, and nothing of the others. */
  load(): Promise<Command>;
}
