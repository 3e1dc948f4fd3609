import type { Phrase } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import type { Retention } from "@toolwright/workspace";
import type { PruneReport } from "@toolwright/workspace/internal";
import { type Places, retentionFrom, settingsInForce } from "@toolwright/runtime/internal";
import { durationMs, sizeBytes } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { textOutput } from "../output/text-output.ts";
import { withJournal } from "./journal-controller.ts";

/** `toolwright journal prune`: deletes the oldest entries. */
export const journalPrune: Command = ({ arguments: parsed, program }) =>
  withJournal(parsed, program, async ({ journal, places }) => {
    const report = await journal.prune(await retentionOf(parsed, places));
    await textOutput(program.stdout).write(
      parsed.has("json")
        ? `${JSON.stringify(report)}\n`
        : `${program.language.say(reportText(report))}\n`,
    );
    return 0;
  });

async function retentionOf(parsed: ParsedArguments, places: Places): Promise<Retention> {
  const [age, size] = [parsed.value("older-than"), parsed.value("max-size")];
  if (age === undefined && size === undefined) {
    return retentionFrom((await settingsInForce(places)).files);
  }
  return {
    ...(age !== undefined && { maxAgeMs: durationMs("--older-than", age) }),
    ...(size !== undefined && { maxBytes: sizeBytes("--max-size", size) }),
  };
}

function reportText({ entries, blobs, freedBytes }: PruneReport): Phrase {
  if (entries === 0 && blobs === 0) {
    return phrase("Nothing to delete: all entries are within the limits.");
  }
  return phrase("Deleted {entries} and {contents} ({size} MB).", {
    entries: counted("{count} entry", "{count} entries", { count: entries }),
    contents: counted("{count} file content", "{count} file contents", { count: blobs }),
    size: (freedBytes / 1024 ** 2).toFixed(1),
  });
}
