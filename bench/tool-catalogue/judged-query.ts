/** A query, the tool that it was written for, and what else in the catalogue would serve as well. */
export interface JudgedQuery {
  readonly query: string;
  readonly server: string;
  readonly tool: string;
  /** Functions: names of tools without their server's, in one way of writing. */
  readonly alsoRight: readonly string[];
}
