import { describeEffect, type Outcome, text } from "@toolwright/core";
import type { AwaitableJournal, JournalEntry } from "@toolwright/workspace";
import { notRun } from "./conversation.ts";
import type { AssistantPart, ModelToolCall, ToolCallResult } from "../model/message.ts";
import { callsIn } from "./fold-records.ts";

/** What is known of the session whose process was killed. */
export interface InterruptedSession {
  readonly id: string;
  readonly journal: Pick<AwaitableJournal, "entries" | "changes">;
  /** Paths below them are told relative to them. */
  readonly roots: readonly string[];
}

const unknown = "unknown: the process was killed while it ran; look before you repeat it.";
const notStarted =
  "Not run: the process was killed before this call began. Make it again if it is still needed.";
const ended =
  "The process was killed after this call had ended. The journal kept this of its result:";

const maxChildren = 64;

/** More lines of a kind are only counted. */
const maxListed = 20;

/** The results of calls that never reached the conversation, as far as the journal knows them. */
export function interruptedResults(
  parts: readonly AssistantPart[],
  session: InterruptedSession,
): Promise<readonly ToolCallResult[]> {
  return Promise.all(
    callsIn(parts).map(async (call) => ({
      name: call.name,
      outcome: await outcomeOf(call, session),
    })),
  );
}

async function outcomeOf(call: ModelToolCall, session: InterruptedSession): Promise<Outcome> {
  const { id: sessionId, journal } = session;
  const [entry] = await journal.entries({ sessionId, callId: call.id, limit: 1 });
  // A call with effects is journalled before it runs.
  if (entry === undefined) return notRun(call, notStarted);
  const { outcome } = entry;
  if (outcome !== null) return { ...outcome, content: [text(ended), ...outcome.content] };
  const known = await knownOf(entry, session);
  return { ...notRun(call, [unknown, ...known].join("\n")), effects: entry.effects };
}

async function knownOf(
  { id, sessionId, callId, effects }: JournalEntry,
  { journal, roots }: InterruptedSession,
): Promise<readonly string[]> {
  const children = await childEntries(`${sessionId}/${callId}`, journal);
  const entries = [id, ...children.map((child) => child.id)];
  const changed = new Set<string>();
  for (const entry of entries) {
    for (const { path } of await journal.changes(entry)) changed.add(relativeTo(roots, path));
  }
  return [
    ...listed(
      "Its effects:",
      effects.map((effect) => describeEffect(effect, roots)),
    ),
    ...listed("Paths that it was changing:", [...changed]),
    ...listed(
      "The sub-agent's calls, the latest first:",
      children.map(({ tool, status }) => `${tool}: ${status === "open" ? "unknown" : status}`),
    ),
  ];
}

/** The calls of the sub-agents that a call has started. */
async function childEntries(
  firstId: string,
  journal: InterruptedSession["journal"],
): Promise<readonly JournalEntry[]> {
  const found: JournalEntry[] = [];
  for (let number = 1; number <= maxChildren; number += 1) {
    const sessionId = number === 1 ? firstId : `${firstId}/#${number}`;
    found.push(...(await journal.entries({ sessionId, limit: 1_000 })));
  }
  return found;
}

function relativeTo(roots: readonly string[], path: string): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  return root === undefined ? path : path.slice(root.length + 1);
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - maxListed;
  return [title, ...lines.slice(0, maxListed), ...(more > 0 ? [`… ${more} more`] : [])];
}
