/**
 * What the tools of a set are called, so that each can point to the others. The argument shapes are
 * those of Claude Code; Kode took them over under names of its own.
 */
export interface ShapeNames {
  readonly read: string;
  readonly write: string;
  readonly edit: string;
  readonly glob: string;
  readonly grep: string;
  readonly bash: string;
  /** Shows what commands in the background write; where there is none, there are no such commands. */
  readonly output?: string;
}
