/** The git repository that a directory belongs to, by its settings alone. */
export interface JudgedRepository {
  /** The top of the work tree; null where there is no repository. */
  readonly top: string | null;
  /** Why the effects of a hardened git there are unknown, for a person; null where they are known. */
  readonly doubt: string | null;
  /** Settings that name programs for files. Git must be started with each of them empty. */
  readonly emptied: readonly string[];
  /** Changes when the judged settings change. */
  readonly fingerprint: string;
}

/** For a workspace that cannot look at a repository's settings. */
export function unjudgedRepository(reason: string): JudgedRepository {
  return { top: null, doubt: reason, emptied: [], fingerprint: `doubt: ${reason}` };
}
