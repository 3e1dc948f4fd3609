import { onTestFinished } from "vitest";
import { journalContract } from "../fixtures/journal-contract.ts";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { JournalDatabase } from "./journal-database.ts";
import { createMemoryJournal } from "./open-journal.ts";
import { SqliteJournal } from "./sqlite-journal.ts";

journalContract("a journal in SQLite", (clock) => {
  const journal = new SqliteJournal(new JournalDatabase(freshDirectory()), {
    now: () => clock.nowMs,
  });
  onTestFinished(() => journal.close());
  return journal;
});

journalContract("a journal in memory", (clock) => {
  const journal = createMemoryJournal({ now: () => clock.nowMs });
  onTestFinished(() => journal.close());
  return journal;
});
