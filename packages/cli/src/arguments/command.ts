import type { Phrase } from "@toolwright/core/internal";
import type { ProgramContext } from "../program-context.ts";
import type { FlagTable, ParsedArguments } from "./arguments.ts";

export interface CommandRun {
  readonly arguments: ParsedArguments;
  readonly program: ProgramContext;
  /** The version of this package. */
  readonly version: string;
  /** The command table, which a command can't import: it names the commands' files. */
  readonly commands: readonly CommandSpec[];
}

/** Runs to the end and resolves to the exit status. */
export type Command = (run: CommandRun) => Promise<number>;

/** One entry of the command table. Dispatch, flags and help use it. */
export interface CommandSpec {
  /** One word, or two for a command of a group (`policy check`). */
  readonly name: string;
  readonly summary: Phrase;
  /** Lines after `toolwright `. */
  readonly usage: readonly string[];
  readonly flags: FlagTable;
  /** Words that its arguments may be, for completion in a shell; `tools` for names of tools. Default: files. */
  readonly operands?: "tools" | readonly string[];
  /** Paragraphs below the flags. */
  readonly notes?: readonly Phrase[];
  /** Whether the command itself answers `NAME --help`. */
  readonly helpsWithNames?: true;
  /** Imports the command's module. */
  load(): Promise<Command>;
}
