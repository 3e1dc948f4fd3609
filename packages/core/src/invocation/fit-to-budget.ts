import {
  codeOutputBudget,
  defaultOutputBudget,
  fitContent,
  storedNote,
  type OutputBudget,
  textBytesOf,
} from "../output/budget.ts";
import { type ContentPart, text } from "../output/content.ts";
import { fitDisplay } from "../output/fit-display.ts";
import { fitsAsJson } from "../output/json-size.ts";
import type { StoredOutput } from "../ports/output-store.ts";
import type { Call } from "./call.ts";
import { noteStored } from "./keep-output.ts";
import { madeOfShown, type Shown } from "./outlet.ts";
import type { Outcome, OutcomeError } from "./outcome.ts";

/** The size of a structured result as JSON; hosts may pass it on to models. */
const defaultStructuredBytes = 1_000_000;
/** The size of the display, which only people see. */
const maxDisplayBytes = 1_000_000;
/** The size of metadata, of artifacts and of an error's details, each as JSON. */
const maxFactsBytes = 100_000;
const maxParts = 1_000;
const maxUriLength = 4_000;

/**
 * Cuts every part of the outcome to the session's budget. The content keeps its beginning, its end and
 * the lines around errors, with notes on what was left out. If the session has an output store, the whole
 * is stored, and the notes give its path. Secrets in the outcome must already be redacted.
 */
export async function fitToBudget(outcome: Shown<Outcome>, call: Call): Promise<Shown<Outcome>> {
  const budget = budgetOf(call);
  const fitted = await fitTexts(await withoutHugeFacts(outcome, call, budget), call, budget);
  return madeOfShown({ ...fitted, display: fitDisplay(fitted.display, maxDisplayBytes) });
}

/** The budget of a call's result, which a model reads or the call's parent gets. */
export function budgetOf({ parent, session }: Call): OutputBudget {
  return parent === null ? (session.budget ?? defaultOutputBudget) : codeOutputBudget;
}

/** A quick check, true for most outcomes: every part is certainly within its limit. */
export function isSurelyWithin(outcome: Outcome, call: Call): boolean {
  const budget = budgetOf(call);
  const { content, error, structured, metadata, artifacts, display } = outcome;
  // A UTF-16 unit takes at most three bytes of UTF-8.
  let most = (error?.message.length ?? 0) * 3;
  for (const part of content) {
    if (part.type !== "text") return false;
    most += part.text.length * 3;
  }
  return (
    most <= textBytesOf(budget) &&
    content.length <= maxParts &&
    fitsAsJson(structured, structuredBytesOf(budget)) &&
    fitsAsJson(metadata, maxFactsBytes) &&
    fitsAsJson(artifacts, maxFactsBytes) &&
    fitsAsJson(error?.details, maxFactsBytes) &&
    fitsAsJson(display, maxDisplayBytes)
  );
}

async function fitTexts(outcome: Outcome, call: Call, budget: OutputBudget): Promise<Outcome> {
  const { content } = outcome;
  const fitted = fitContent(content, budget);
  if (fitted.cut === null || fitted.whole === null) {
    return { ...outcome, content: fitted.parts, error: fitError(outcome, fitted.parts, budget) };
  }
  const kept = await keep(fitted.whole, call);
  const { parts, cut } = kept === undefined ? fitted : fitContent(content, budget, kept);
  return {
    ...outcome,
    content: parts,
    error: fitError(outcome, parts, budget),
    metadata: { ...outcome.metadata, cut, ...handleOf(kept) },
  };
}

/** Cuts the error's message; a message that is also the first part of the content stays equal to it. */
function fitError(
  { error, content }: Outcome,
  parts: readonly ContentPart[],
  budget: OutputBudget,
): OutcomeError | null {
  if (error === null) return null;
  const [said] = content;
  const [shown] = parts;
  if (said?.type === "text" && said.text === error.message && shown?.type === "text") {
    return { ...error, message: shown.text };
  }
  const [message] = fitContent([text(error.message)], budget).parts;
  return { ...error, message: message?.type === "text" ? message.text : "" };
}

async function withoutHugeFacts(
  outcome: Outcome,
  call: Call,
  budget: OutputBudget,
): Promise<Outcome> {
  const maxStructuredBytes = structuredBytesOf(budget);
  let { structured, metadata, artifacts, error } = outcome;
  let content = boundParts(outcome.content);
  if (!fitsAsJson(structured, maxStructuredBytes)) {
    const kept = await keepJson(structured, call);
    const where = kept === undefined ? "" : ` ${storedNote(kept, 1)}`;
    const note = `[The structured result was left out: its JSON exceeds ${maxStructuredBytes} bytes.${where}]`;
    content = [...content, text(note)];
    metadata = { ...metadata, structuredCut: { maxBytes: maxStructuredBytes, ...handleOf(kept) } };
    structured = null;
  }
  if (!fitsAsJson(metadata, maxFactsBytes)) metadata = smallFacts(metadata);
  if (artifacts !== undefined && !fitsAsJson(artifacts, maxFactsBytes)) {
    const count = artifacts.length;
    artifacts = artifacts.slice(0, 100);
    if (!fitsAsJson(artifacts, maxFactsBytes)) artifacts = [];
    content = [
      ...content,
      text(`[${count - artifacts.length} of ${count} artifacts were left out.]`),
    ];
  }
  if (error !== null && !fitsAsJson(error.details, maxFactsBytes)) {
    const { details, ...rest } = error;
    error = { ...rest, details: smallFacts(details ?? {}) };
  }
  return {
    ...outcome,
    structured,
    content,
    metadata,
    error,
    ...(artifacts !== undefined && { artifacts }),
  };
}

/** The small facts, in their order, and the names of the others. */
function smallFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(facts).slice(0, maxParts);
  const small = entries.filter(([, value]) => fitsAsJson(value, maxFactsBytes / 50)).slice(0, 40);
  const names = new Set(small.map(([name]) => name));
  const leftOut = entries.flatMap(([name]) => (names.has(name) ? [] : [name.slice(0, 100)]));
  return { ...Object.fromEntries(small), leftOut: leftOut.slice(0, 100) };
}

function boundParts(parts: readonly ContentPart[]): readonly ContentPart[] {
  const bounded =
    parts.length <= maxParts
      ? parts
      : [
          ...parts.slice(0, maxParts - 1),
          text(`[${parts.length - maxParts + 1} of ${parts.length} parts were left out.]`),
        ];
  return bounded.map((part) =>
    part.type === "resource" && part.uri.length > maxUriLength
      ? { ...part, uri: `${part.uri.slice(0, maxUriLength)}…` }
      : part,
  );
}

function structuredBytesOf({ maxStructuredBytes = defaultStructuredBytes }: OutputBudget): number {
  return maxStructuredBytes;
}

async function keepJson(value: unknown, call: Call): Promise<StoredOutput | undefined> {
  if (call.session.outputStore === undefined) return undefined;
  try {
    // With line breaks, so that it can be read and searched in parts.
    const json: string | undefined = JSON.stringify(value, null, 1);
    return json === undefined ? undefined : await keep(json, call);
  } catch {
    // A cycle, a bigint, or more than a string can hold can't be stored as JSON.
    return undefined;
  }
}

async function keep(whole: string, call: Call): Promise<StoredOutput | undefined> {
  const { outputStore, id: sessionId } = call.session;
  const stored = await outputStore?.keep(whole, { sessionId, callId: call.callId });
  if (stored !== undefined) noteStored(call, stored);
  return stored;
}

function handleOf(kept: StoredOutput | undefined): { readonly storedOutput?: string } {
  return kept === undefined || kept.handle === null ? {} : { storedOutput: kept.handle };
}
