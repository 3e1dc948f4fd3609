/**
 * The names of a profile's tools, so that each description can name the others. The argument shapes are
 * Claude Code's; Kode uses them under its own names.
 */
export interface ShapeNames {
  readonly read: string;
  readonly write: string;
  readonly edit: string;
  readonly glob: string;
  readonly grep: string;
  readonly bash: string;
  /** The tool for the output of background commands; undefined if there are none. */
  readonly output?: string;
}
