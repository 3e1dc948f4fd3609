import type { ContentPart, Outcome, PolicyDecision } from "@toolwright/core";
import type { TapeCall, TapedState } from "../tape.ts";
import { normalized } from "./normalized.ts";

export type DifferenceKind =
  | "definition"
  | "decision"
  | "effects"
  | "outcome"
  | "changes"
  | "call"
  | "prompt";

/** Something that is different from the tape. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The session and id of the call; null for what belongs to no call. */
  readonly session: string | null;
  readonly call: string | null;
  readonly tool: string | null;
  readonly recorded: unknown;
  readonly now: unknown;
  /** For a decision: the rule that decides today. */
  readonly rule?: string;
}

/** A call as it was played, in the words of a tape. */
export interface PlayedCall {
  readonly outcome: Pick<Outcome, "status" | "error" | "content" | "decision" | "effects">;
  /** Whether its code ran, so that its outcome is its own. */
  readonly hasRun: boolean;
  readonly after: StateTexts | null;
}

/** Texts to compare, by path; null if a state isn't known. */
export type StateTexts = ReadonlyMap<string, string | null>;

/** `textOf`: the text of a content; undefined for bytes that are no text. Modes don't count, as they depend on the umask. */
export function stateTexts(
  states: Iterable<readonly [string, TapedState | null]>,
  textOf: (content: string) => string | undefined,
): StateTexts {
  const textAt = (state: TapedState | null): string | null => {
    if (state?.kind === "link") return `link to ${state.target}`;
    if (state?.kind !== "file") return state?.kind ?? null;
    const { content } = state;
    return content === null ? null : (textOf(content) ?? `bytes with SHA-256 ${content}`);
  };
  return new Map(Array.from(states, ([path, state]) => [path, textAt(state)]));
}

/** Everything in which a call is different now. */
export function differencesOf(
  { taped, after: left }: { readonly taped: TapeCall; readonly after: StateTexts },
  played: PlayedCall,
  hasSecrets: boolean,
): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (kind: DifferenceKind, recorded: unknown, now: unknown, rule?: string): void => {
    if (JSON.stringify(recorded) === JSON.stringify(now)) return;
    const { session, id, tool } = taped;
    const by = rule === undefined ? {} : { rule };
    found.push({ kind, session, call: id, tool, recorded, now, ...by });
  };
  const { outcome, after, hasRun } = played;
  const [then, now] = [decisionOf(taped.decision), decisionOf(outcome.decision)];
  const rule = outcome.decision?.proof.find((step) => step.decision === now)?.rule;
  // A stage asks afterwards, and the replay's files are one already.
  const isStaged = taped.outcome?.staged !== undefined;
  if (!isStaged || now === "deny") compare("decision", then, now, rule);
  // Only the claims of a denied call are known.
  if ((then === "deny") === (now === "deny")) compare("effects", taped.effects, outcome.effects);
  compare("outcome", ...outcomesOf(taped, played, hasSecrets));
  if (hasRun && after !== null) compare("changes", ...changesOf(left, after, hasSecrets));
  return found;
}

/**
 * The decision without people's grants, which a replay doesn't have: a call that a grant allowed asks, and is
 * answered as it was.
 */
function decisionOf(decision: PolicyDecision | null): string | null {
  if (decision === null) return null;
  const isGranted = decision.proof.some(({ layer }) => layer === "grant");
  return decision.decision === "allow" && isGranted ? "ask" : decision.decision;
}

interface Compared {
  readonly status: string;
  readonly code: string | null;
  readonly text?: string;
}

/** The text counts if the call's code ran, or failed before; a refusal's words name today's rules. */
function outcomesOf(
  { outcome: recorded }: TapeCall,
  { outcome: now, hasRun }: PlayedCall,
  hasSecrets: boolean,
): readonly [Compared | null, Compared] {
  const facts = { status: now.status, code: now.error?.code ?? null };
  if (recorded === null) return [null, facts];
  const then = { status: recorded.status, code: recorded.error?.code ?? null };
  const isSameEnd = then.status === facts.status && then.code === facts.code;
  const isTextCompared = hasRun || (isSameEnd && now.status === "error");
  if (!isTextCompared) return [then, facts];
  const [one, other] = [textOf(recorded.content), textOf(now.content)];
  if (isSameText(one, other, hasSecrets)) return [then, facts];
  return [
    { ...then, text: normalized(one, hasSecrets) },
    { ...facts, text: normalized(other, hasSecrets) },
  ];
}

/** Parts that the runtime adds, and that need what a tape doesn't have. */
const addedParts = ["Stage: ", "Note: the input was repaired", "New problems after this change:"];

function textOf(content: readonly ContentPart[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "resource") return part.text ?? part.uri;
      return `[${part.type} of ${part.mimeType}, not kept]`;
    })
    .filter((text) => !addedParts.some((start) => text.startsWith(start)))
    .join("\n");
}

/** The journal keeps only the beginning and the end of a long text. */
const cut = /\n\[… \d+ characters, not kept …\]\n/;

function isSameText(recorded: string, now: string, hasSecrets: boolean): boolean {
  const same = (one: string, other: string): boolean =>
    normalized(one, hasSecrets) === normalized(other, hasSecrets);
  const parts = recorded.split(cut);
  const [head = "", tail = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return same(recorded, now);
  return same(head, now.slice(0, head.length)) && same(tail, now.slice(-tail.length));
}

type Texts = Readonly<Record<string, string>>;

/** Paths of which one side knows nothing can't be compared. */
function changesOf(
  then: StateTexts,
  now: StateTexts,
  hasSecrets: boolean,
): readonly [Texts, Texts] {
  const known = [...new Set([...then.keys(), ...now.keys()])]
    .sort()
    .filter((path) => then.get(path) !== null && now.get(path) !== null);
  const texts = (states: StateTexts): Texts =>
    Object.fromEntries(
      known.flatMap((path) => {
        const text = states.get(path);
        return typeof text === "string" ? [[path, normalized(text, hasSecrets)]] : [];
      }),
    );
  return [texts(then), texts(now)];
}
