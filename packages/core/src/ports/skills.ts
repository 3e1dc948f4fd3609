/** Instructions for one kind of task, in a folder with a `SKILL.md`. Source: agentskills.io/specification. */
export interface Skill {
  /** Lower-case letters, digits and hyphens; unique in a session. */
  readonly name: string;
  /** One line, without hidden characters. */
  readonly description: string;
  /** For people and models: `user`, `project`, `package NAME`. */
  readonly source: string;
  /** Absolute. */
  readonly directory: string;
  /** The absolute path of its `SKILL.md`. */
  readonly file: string;
  /** SHA-256 of that file's bytes, in hex. */
  readonly digest: string;
  /** The environment that it needs, in words. */
  readonly compatibility: string | null;
  /** The tools that its author had in mind; null if there is no such list. It never allows anything. */
  readonly allowedTools: readonly string[] | null;
}

/** A skill that can't be used. */
export interface SkillProblem {
  /** The folder or file, for a person. */
  readonly place: string;
  readonly reason: string;
}

/** The skills of a session, from the folders that the person or a trusted project has. */
export interface Skills {
  /** All usable skills by name, and those that aren't usable. Looks at the folders anew; never rejects. */
  list(): Promise<{
    readonly skills: readonly Skill[];
    readonly problems: readonly SkillProblem[];
  }>;
  /** What a model is told about them, within a budget, or one sentence that says why there are none. */
  describe(): Promise<{ readonly text: string } | { readonly problem: string }>;
}
