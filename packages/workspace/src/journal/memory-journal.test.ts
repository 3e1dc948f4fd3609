import { onTestFinished } from "vitest";
import { journalContract } from "../fixtures/journal-contract.ts";
import { createMemoryJournal } from "./memory-journal.ts";

journalContract("a journal in memory", (clock) => {
  const journal = createMemoryJournal({ now: () => clock.nowMs });
  onTestFinished(() => journal.close());
  return journal;
});
