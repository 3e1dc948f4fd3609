export type LineEnding = "\n" | "\r\n" | "\r";

/** All that a text file is besides its text, so that it can be written back the same. */
export interface TextFormat {
  /** `utf-8`, `utf-16le`, `utf-16be`, or the lower-case name of a legacy encoding (`windows-1252`). */
  readonly encoding: string;
  /** A byte order mark comes first; it isn't in the text. */
  readonly bom: boolean;
  readonly lineEnding: LineEnding | "mixed";
  /** What new lines get: the line end most lines have, `\n` when there is none yet. */
  readonly newLineEnding: LineEnding;
  readonly hasFinalNewline: boolean;
}

export interface TextFile {
  /** Every character as it is in the file, line ends too. */
  readonly text: string;
  readonly format: TextFormat;
}

/** For a new file. */
export const defaultTextFormat: TextFormat = {
  encoding: "utf-8",
  bom: false,
  lineEnding: "\n",
  newLineEnding: "\n",
  hasFinalNewline: true,
};
