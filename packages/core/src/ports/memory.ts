/** Facts of the person, for every session, or facts about this project only. */
export type MemoryScope = "user" | "project";

/** The files in which a session's facts outlive it. People may read and edit them. */
export interface Memory {
  /**
   * The absolute path of a scope's Markdown file, which need not exist, or one sentence that says why the
   * session has none.
   */
  fileOf(scope: MemoryScope): { readonly path: string } | { readonly problem: string };
  /** Today's date for new facts, as `2026-11-23`. */
  today(): string;
}
