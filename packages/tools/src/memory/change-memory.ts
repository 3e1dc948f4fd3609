import { type PrepareContext, ToolError } from "@toolwright/core";
import { revealedLine, withoutHidden } from "@toolwright/core/internal";
import { countOf, countText } from "../text/number-text.ts";
import {
  bulletOf,
  bytesOf,
  type Fact,
  factsOf,
  keyOf,
  MAX_MEMORY_BYTES,
  oneLine,
  withFact,
  withoutFacts,
} from "./memory-file.ts";

/** A fact to remember, one to forget, or both for a correction. */
export interface MemoryChange {
  readonly fact: string | null;
  readonly forgets: string | null;
  /** The date of the new fact. */
  readonly date: string;
}

export interface ChangedMemory {
  readonly text: string;
  readonly forgotten: Fact | null;
  /** Null if there was nothing to add: no fact, or a known one. */
  readonly added: Pick<Fact, "date" | "text"> | null;
  /** The fact that was already there. */
  readonly known: Fact | null;
  readonly facts: number;
}

/** The length of a fact in an error message. */
const MAX_SHOWN = 80;
/** How many facts an error names. */
const MAX_NAMED = 5;

/**
 * A fact as it is written: one line without hidden characters, so that it can't pose as a heading, another
 * fact or an instruction outside its bullet.
 *
 * Errors: `input-invalid` for a fact without text, or with a secret.
 */
export function cleanFact(given: string, redact: PrepareContext["redact"]): string {
  const text = oneLine(withoutHidden(oneLine(given), "text")).replace(/^[-*+]\s+/, "");
  if (!/[\p{L}\p{N}]/u.test(text)) {
    throw new ToolError("input-invalid", "fact has no text. Give one sentence to remember.");
  }
  // A placeholder stands for a secret, and means nothing to a later session.
  const isSecret = text.includes("«secret:") || redact(given) !== given || redact(text) !== text;
  if (isSecret) {
    throw new ToolError(
      "input-invalid",
      "fact contains a secret value, and secrets are never remembered. Say where the secret is kept instead.",
    );
  }
  return text;
}

/**
 * The memory file's text after the change. Only the bullets concerned change.
 *
 * Errors: `edit-no-match`, `edit-ambiguous` for the fact to forget; `input-invalid` when the memory is full.
 */
export function changeMemory(text: string, { fact, forgets, date }: MemoryChange): ChangedMemory {
  const before = factsOf(text);
  const forgotten = forgets === null ? null : findFact(before, forgets);
  const left = before.filter((each) => each !== forgotten);
  const shorter = forgotten === null ? text : withoutFacts(text, [forgotten]);
  const key = fact === null ? null : keyOf(fact);
  const known = left.find((each) => keyOf(each.text) === key) ?? null;
  if (fact === null || known !== null) {
    return { text: shorter, forgotten, added: null, known, facts: left.length };
  }
  const added = { date, text: fact };
  const bytes = bytesOf([...left, added]);
  if (bytes > MAX_MEMORY_BYTES) throw full(left, bytes - MAX_MEMORY_BYTES);
  return {
    text: withFact(shorter, added),
    forgotten,
    added,
    known: null,
    facts: left.length + 1,
  };
}

/** The fact with this text, otherwise the only one that contains it. */
function findFact(facts: readonly Fact[], wanted: string): Fact {
  const key = keyOf(wanted.replace(/^\s*[-*+]\s+/, "").replace(/^\d{4}-\d{2}-\d{2}:?\s+/, ""));
  const same = facts.find(({ text }) => keyOf(text) === key);
  if (same !== undefined) return same;
  const containing = facts.filter(({ text }) => key !== "" && keyOf(text).includes(key));
  const [only, ...others] = containing;
  if (only === undefined) {
    throw new ToolError(
      "edit-no-match",
      `No remembered fact contains ${shown(wanted)}, so nothing was forgotten.${facts.length === 0 ? "" : ` The facts:\n${listed(facts)}`}`,
    );
  }
  if (others.length === 0) return only;
  throw new ToolError(
    "edit-ambiguous",
    `${countOf(containing.length, "fact")} contain ${shown(wanted)}, so nothing was forgotten. Give more of the text of one:\n${listed(containing)}`,
  );
}

function full(facts: readonly Fact[], excess: number): ToolError {
  return new ToolError(
    "input-invalid",
    `The memory is full: ${countText(MAX_MEMORY_BYTES)} bytes, and this fact needs ${countText(excess)} more. Nothing was written. Pass forget with a fact that no longer matters, or shorten this one. The oldest:\n${listed(oldestFirst(facts))}`,
  );
}

/** Facts without a date are a person's own, and come last. */
function oldestFirst(facts: readonly Fact[]): readonly Fact[] {
  return facts.toSorted((one, other) => (one.date ?? "9").localeCompare(other.date ?? "9"));
}

function listed(facts: readonly Fact[]): string {
  return facts
    .slice(0, MAX_NAMED)
    .map(({ date, text }) => bulletOf({ date, text: revealedLine(text, MAX_SHOWN) }))
    .join("\n");
}

function shown(text: string): string {
  return `'${revealedLine(text, MAX_SHOWN)}'`;
}
