export type LineEnding = "\n" | "\r\n" | "\r";

/** The properties of a text file that are needed to write its text back unchanged. */
export interface TextFormat {
  /** `utf-8`, `utf-16le`, `utf-16be`, or the lower-case name of a legacy encoding (`windows-1252`). */
  readonly encoding: string;
  /** Whether the file begins with a byte order mark, which isn't part of the text. */
  readonly bom: boolean;
  readonly lineEnding: LineEnding | "mixed";
  /** For new lines: the most frequent line end, or `\n` if there is none yet. */
  readonly newLineEnding: LineEnding;
  readonly hasFinalNewline: boolean;
}

export interface TextFile {
  /** Every character of the file, including line ends. */
  readonly text: string;
  readonly format: TextFormat;
}

/** The format of a new file. */
export const defaultTextFormat: TextFormat = {
  encoding: "utf-8",
  bom: false,
  lineEnding: "\n",
  newLineEnding: "\n",
  hasFinalNewline: true,
};
