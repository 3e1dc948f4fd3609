import type { Labels, Redactor } from "@toolwright/core";
import { type FoldedConversation, foldRecords } from "./fold-records.ts";
import { restoreLabels } from "./restore-labels.ts";
import { redactRecord } from "./redact-record.ts";

export interface ReadConversationOptions {
  /** Hides secrets, also those that have become known since. */
  readonly redactor: Redactor;
  /** The model that continues; reasoning and vendors' data of other models are left out. Default: nothing is. */
  readonly model?: string;
  /** The labels of the session that continues it, to which those of its results come. Default: none do. */
  readonly labels?: Labels | undefined;
}

/**
 * Makes messages of stored records, one line of JSON each.
 *
 * Errors: Error with the file's line that is no record, or doesn't fit those before it.
 */
export async function readConversation(
  lines: readonly string[],
  { redactor, model, labels }: ReadConversationOptions,
): Promise<FoldedConversation> {
  // The schema library is loaded only to resume.
  const { parseRecords } = await import("./parse-records.ts");
  const records = parseRecords(lines).map((record) => redactRecord(record, redactor));
  if (labels !== undefined) restoreLabels(records, labels);
  return foldRecords(records, model);
}
