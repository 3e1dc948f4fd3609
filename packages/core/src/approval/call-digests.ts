/**
 * Digests of everything that a person approves with a question. If two questions have the same, the same call of the same tool
 * would do the same to the same files, for the same reasons.
 */
export interface CallDigests {
  /** The tool: its name, source, version, description and schemas. */
  readonly tool: string;
  /** The input, with the values of its secrets. */
  readonly input: string;
  /** Everything that the call would do, as far as it is known when it is asked. */
  readonly effects: string;
  /** Each effect that needs approval, with the rule that asks. */
  readonly asked: readonly string[];
  /** The files that it was prepared on. */
  readonly files: string;
  /** Exactly what would run; null while the call isn't prepared. */
  readonly prepared: string | null;
}

/**
 * Makes the digests of a question's call by a function of the caller's, who sees no value but only what it hashes.
 *
 * Errors: Error for a call that holds a value that can't be compared, such as a function.
 */
export type DigestCall = (digest: (text: string) => string) => CallDigests;
