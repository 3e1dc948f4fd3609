import type { ContentPart, Effect, Outcome, PolicyDecision } from "@toolwright/core";
import { leavesNothing } from "@toolwright/core/internal";
import type { RevertEntry } from "./journal-store.ts";

/** Limit for the JSON of each part of an entry; beyond it, the longest texts are cut. */
const maxCharacters = 64 * 1024;
/** The limit for an outcome is smaller: it is only for looking back, and was already shown. */
const maxOutcomeCharacters = 16 * 1024;
const longTextCharacters = 4 * 1024;
const readTextCharacters = 300;
const maxParts = 64;

/** The value as JSON; if that is too long, long texts keep only their beginning and end. */
export function boundedJson(value: unknown): string {
  const whole = JSON.stringify(value) ?? "null";
  if (whole.length <= maxCharacters) return whole;
  const cut = JSON.stringify(cutDeep(value, longTextCharacters));
  if (cut.length <= maxCharacters) return cut;
  return JSON.stringify(`[${whole.length} characters of JSON, not kept]`);
}

/** The stored part of an outcome. Effects and decision are stored once, with the entry. */
export type KeptOutcome = Omit<Outcome, "effects" | "decision">;

/**
 * The outcome as JSON; a long one keeps the beginning and end of its texts. Little is kept for a
 * call that only read, because it can be repeated.
 */
export function boundedOutcome({ effects, decision: _d, ...given }: Outcome): string {
  const onlyRead = effects.length > 0 && leavesNothing(effects);
  const outcome: KeptOutcome = onlyRead
    ? { ...given, content: given.content.map((part) => cutPart(part, readTextCharacters)) }
    : given;
  const whole = JSON.stringify(outcome);
  if (whole.length <= maxOutcomeCharacters) return whole;
  const left = outcome.content.length - maxParts;
  const content: ContentPart[] = outcome.content.slice(0, maxParts).map((part) => cutPart(part));
  if (left > 0) content.push({ type: "text", text: `[${left} more parts, not kept]` });
  const cut: KeptOutcome = { ...outcome, content };
  const kept = JSON.stringify(cut);
  if (kept.length <= maxOutcomeCharacters) return kept;
  // Data for screens and programs is dropped before the text that the model saw.
  const bare: KeptOutcome = {
    ...cut,
    display: null,
    structured: null,
    metadata: cutMetadata(outcome.metadata),
  };
  const text = JSON.stringify(bare);
  if (text.length <= maxOutcomeCharacters) return text;
  const note = `[${whole.length} characters of outcome, not kept]`;
  const error = outcome.error && {
    code: outcome.error.code,
    message: cutText(outcome.error.message, longTextCharacters),
  };
  const { callId, tool, status, durationMs } = outcome;
  const least: KeptOutcome = {
    callId,
    tool,
    status,
    durationMs,
    content: [{ type: "text", text: note }],
    display: null,
    structured: null,
    error,
    metadata: {},
  };
  return JSON.stringify(least);
}

/** The outcome of an undo or redo. */
export function revertOutcome(
  callId: string,
  kind: RevertEntry["kind"],
  { isOk, message }: { readonly isOk: boolean; readonly message: string },
  durationMs: number,
): Outcome {
  return {
    callId,
    tool: kind,
    status: isOk ? "ok" : "error",
    content: [{ type: "text", text: message }],
    display: null,
    structured: null,
    error: isOk ? null : { code: "internal", message },
    decision: null,
    effects: [],
    metadata: {},
    durationMs,
  };
}

/** The number of effects kept for a call, and of steps in its decision's proof. */
const maxEffects = 2_000;

/** The effects; beyond the limit, the rest becomes one `unknown` effect with their number. */
export function boundedEffects(effects: readonly Effect[]): readonly Effect[] {
  const left = effects.length - maxEffects;
  if (left <= 0) return effects;
  const reason = `${left} more effects, not kept in the journal`;
  return [...effects.slice(0, maxEffects), { type: "unknown", reason }];
}

export function boundedDecision(decision: PolicyDecision | null): PolicyDecision | null {
  if (decision === null || decision.proof.length <= maxEffects) return decision;
  return { ...decision, proof: decision.proof.slice(0, maxEffects) };
}

function cutPart(part: ContentPart, longest = longTextCharacters): ContentPart {
  switch (part.type) {
    case "text":
      return { ...part, text: cutText(part.text, longest) };
    case "image":
    case "audio":
      return { type: "text", text: `[${part.type} of ${part.mimeType}, not kept]` };
    case "resource":
      if (part.data !== undefined) return { ...part, data: "" };
      return part.text === undefined ? part : { ...part, text: cutText(part.text, longest) };
  }
}

function cutMetadata(metadata: Outcome["metadata"]): Outcome["metadata"] {
  const cut = cutDeep(metadata, 256);
  return JSON.stringify(cut).length <= longTextCharacters ? (cut as Outcome["metadata"]) : {};
}

function cutDeep(value: unknown, longest: number): unknown {
  if (typeof value === "string") return cutText(value, longest);
  if (Array.isArray(value)) return value.map((item) => cutDeep(item, longest));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cutDeep(item, longest)]),
  );
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = longest / 2;
  const left = text.length - longest;
  return `${text.slice(0, half).toWellFormed()}\n[… ${left} characters, not kept …]\n${text.slice(-half).toWellFormed()}`;
}
