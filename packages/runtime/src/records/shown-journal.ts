import type { Redactor } from "@toolwright/core";
import { redactModelText } from "@toolwright/core/internal";
import type { AwaitableJournal } from "@toolwright/workspace";

/** A journal without secrets, for people. */
export interface ShownJournal
  extends Pick<AwaitableJournal, "entry" | "entries" | "sessions" | "changes" | "prune"> {
  /** Hides secrets in a stored file's text, or in other text from the journal. */
  shown(text: string): string;
  /** Null if it was pruned or never stored. Pass its text to `shown`. */
  content: AwaitableJournal["content"];
}

/**
 * Hides secrets in a journal's entries, file names included. Stored contents are the originals, and a
 * secret may have become known after an entry was written.
 */
export function shownJournal(store: AwaitableJournal, redactor: Redactor): ShownJournal {
  const hidden = <T>(value: T): T => redactModelText(value, redactor);
  return {
    entry: async (id) => hidden(await store.entry(id)),
    entries: async (query) => hidden(await store.entries(query)),
    sessions: async (limit) => hidden(await store.sessions(limit)),
    async changes(id) {
      const changes = await store.changes(id);
      for (const { path } of changes) redactor.addSecretFile?.(path);
      return hidden(changes);
    },
    prune: (retention) => store.prune(retention),
    shown: (text) => redactor.redact(text),
    content: (blob) => store.content(blob),
  };
}
