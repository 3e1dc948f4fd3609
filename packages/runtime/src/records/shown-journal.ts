import type { Redactor } from "@toolwright/core";
import { redactModelText } from "@toolwright/core/internal";
import type { AwaitableJournal } from "@toolwright/workspace";

/** A journal as a person is shown it. */
export interface ShownJournal
  extends Pick<AwaitableJournal, "entry" | "entries" | "sessions" | "changes" | "prune"> {
  /** A file's text as it was kept, or any other text from the journal. */
  shown(text: string): string;
  /** Null when it was pruned, or never kept. For `shown` once it is text. */
  content: AwaitableJournal["content"];
}

/**
 * A journal whose entries, names of files included, are shown without secrets: contents are kept as they were,
 * and a value may have become known since an entry was written.
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
