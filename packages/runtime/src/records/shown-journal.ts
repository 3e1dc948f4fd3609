import { type Redactor, redactGiven } from "@toolwright/core";
import type { JournalStore } from "@toolwright/workspace";

/** A journal as a person is shown it. */
export interface ShownJournal
  extends Pick<JournalStore, "entry" | "entries" | "sessions" | "changes" | "prune"> {
  /** A file's text as it was kept, or any other text from the journal. */
  shown(text: string): string;
  /** Null when it was pruned, or never kept. For `shown` once it is text. */
  content: JournalStore["content"];
}

/**
 * A journal whose entries, names of files included, are shown without secrets: contents are kept as they were,
 * and a value may have become known since an entry was written.
 */
export function shownJournal(store: JournalStore, redactor: Redactor): ShownJournal {
  const hidden = <T>(value: T): T => redactGiven(value, redactor);
  return {
    entry: (id) => hidden(store.entry(id)),
    entries: (query) => hidden(store.entries(query)),
    sessions: (limit) => hidden(store.sessions(limit)),
    changes(id) {
      const changes = store.changes(id);
      for (const { path } of changes) redactor.include?.(path);
      return hidden(changes);
    },
    prune: (retention) => store.prune(retention),
    shown: (text) => redactor.redact(text),
    content: (blob) => store.content(blob),
  };
}
