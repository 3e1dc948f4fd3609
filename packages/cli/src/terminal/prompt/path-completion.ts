import type { Session } from "@toolwright/core";
import type { PathQuery } from "./completion.ts";
import { createPathFinder, type PathFinder } from "./workspace-paths.ts";

/** Looks up the paths that a prompt wants to offer, one query at a time. */
export class PathCompletion {
  readonly #finder: PathFinder;
  #search = new AbortController();

  constructor(workspace: Session["workspace"]) {
    this.#finder = createPathFinder(workspace);
  }

  /** Drops the search before it; `found` isn't called for one that was dropped. */
  look(query: PathQuery | null, found: (query: PathQuery, paths: readonly string[]) => void): void {
    this.#search.abort();
    if (query === null) return;
    this.#search = new AbortController();
    const { signal } = this.#search;
    // It never rejects.
    void this.#finder.find(query.value, signal).then((paths) => {
      if (!signal.aborted) found(query, paths);
    });
  }

  close(): void {
    this.#search.abort();
    this.#finder.close();
  }
}
