import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  Approver,
  CallDigests,
  DigestCall,
  RuleProposal,
} from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import { ApprovalError } from "./approval-error.ts";
import type { ApprovalPlace } from "./approval-folder.ts";
import { type ApprovalState, clockToleranceMs } from "./approval-state.ts";
import { type AskedCall, differences, isSame } from "./compare-calls.ts";
import {
  type EarlierQuestion,
  exportQuestion,
  type PortableQuestion,
  type ReadQuestion,
  readQuestion,
  type SignedAnswer,
} from "./portable-question.ts";

/** The time between two looks at a question while somebody waits for its answer. */
const lookEveryMs = 300;

export interface PortableApproverOptions {
  readonly state: ApprovalState;
  /** The real path of the workspace's folder. */
  readonly workspace: string;
  readonly profile: string;
  /** Distinguishes the questions of sessions: the session's id, or `call` for single calls. */
  readonly scope: string;
  /** The keys whose answers count besides the machine's own. */
  readonly trustedKeys: readonly string[];
  readonly validForMs: number;
  readonly place: ApprovalPlace;
  /** The file of a question in the place, if it has files. */
  readonly fileOf?: (id: string) => string;
  /** Texts that the person gives with the call. They are looked at before the place. */
  readonly given?: readonly (() => string | null)[];
  /** The time to wait for an answer before the question is left. Default: 0. */
  readonly waitMs?: number;
  /** Tells the person why no question can be left. The model isn't told, because the reason may name files. */
  readonly tell: (problem: string) => void;
}

interface Answered {
  readonly kind: "answered";
  readonly read: ReadQuestion;
  readonly answer: SignedAnswer;
  /** Whether the call asks what it was asked before it reached the question. */
  readonly isEarlier: boolean;
}

/** The worth of a question's text for a call. */
type Verdict =
  | Answered
  | { readonly kind: "waits"; readonly read: ReadQuestion; readonly why?: string }
  /** `isOld`: it is no surprise, because nobody answered it or it was used. */
  | { readonly kind: "void"; readonly why: string; readonly isOld: boolean };

/** The answers that a call has got so far. */
interface CallSoFar {
  /** The question whose nonce the call has spent. */
  nonce: string | null;
  readonly earlier: EarlierQuestion[];
}

/** A call that is asked about now. */
interface AskedNow extends AskedCall {
  readonly id: string;
  readonly asked: ApprovalQuestion;
  readonly nowMs: number;
  readonly soFar: CallSoFar;
}

/** Leaves questions where they can be answered later, and takes the answers up when a call is made again. */
export class PortableApprover implements Approver {
  readonly name = "the place for approvals";
  readonly answersLater = true;
  readonly #options: PortableApproverOptions;
  readonly #calls = new Map<string, CallSoFar>();
  readonly #left = new Set<string>();

  constructor(options: PortableApproverOptions) {
    this.#options = options;
  }

  /** Whether a call of this process was left for later with this question. */
  hasLeft(id: string): boolean {
    return this.#left.has(id);
  }

  async ask(
    asked: ApprovalQuestion,
    signal: AbortSignal,
    digest?: DigestCall,
  ): Promise<ApprovalAnswer | undefined> {
    if (digest === undefined) return undefined;
    try {
      return await this.#ask(this.#callOf(asked, digest), signal);
    } catch (thrown) {
      // The reason may name files outside the workspace.
      this.#options.tell(messageOf(thrown));
      throw new Error("no question can be left, and the person was told why", { cause: thrown });
    }
  }

  async #ask(call: AskedNow, signal: AbortSignal): Promise<ApprovalAnswer> {
    if (signal.aborted) return { outcome: "cancel" };
    const verdict = await this.#find(call);
    if (verdict?.kind === "answered") return this.#take(verdict, call);
    const question = verdict?.kind === "waits" ? verdict.read.question : await this.#leave(call);
    this.#left.add(call.id);
    const answered = await this.#wait(question, call, signal);
    if (answered !== null) return this.#take(answered, call);
    return {
      outcome: "later",
      approval: call.id,
      ...(verdict?.why !== undefined && { reason: verdict.why }),
    };
  }

  /** Errors: ApprovalError when the machine's key or clock can't be used, and for a call that can't be approved later. */
  #callOf(asked: ApprovalQuestion, digest: DigestCall): AskedNow {
    if (asked.stage === "commit") {
      throw new ApprovalError(
        "The changes of a stage end with their process, so they can't be approved later.",
      );
    }
    const { state, workspace, profile } = this.#options;
    const { key } = state;
    const { agent, decision } = asked;
    const digests = digestsWith(digest, (text) => key.digest(text));
    return {
      asked,
      id: this.#idOf(asked, digests),
      nowMs: state.time(),
      soFar: this.#soFar(asked),
      place: { workspace: key.digest(workspace), agent, mode: decision.mode, profile },
      digests,
    };
  }

  /** The same call has the same question, so that it isn't asked twice. */
  #idOf({ tool, agent }: ApprovalQuestion, { input }: CallDigests): string {
    const { state, scope, workspace } = this.#options;
    const text = JSON.stringify([scope, workspace, agent, tool.name, input]);
    return `q-${state.key.digest(text).slice(0, 12)}`;
  }

  #soFar({ sessionId, callId }: ApprovalQuestion): CallSoFar {
    const name = JSON.stringify([sessionId, callId]);
    const known = this.#calls.get(name) ?? { nonce: null, earlier: [] };
    this.#calls.set(name, known);
    return known;
  }

  /** The best of the texts that may answer the call; null if there is none. */
  async #find(call: AskedNow): Promise<Verdict | null> {
    const { given = [], place } = this.#options;
    let why: string | undefined;
    for (const get of given) {
      const verdict = await this.#judged(get, call);
      if (verdict?.kind === "answered") return verdict;
      // The person wants to know why the text that they gave doesn't count.
      why ??= verdict?.why ?? "The question that was given has no answer yet.";
    }
    const kept = await this.#judged(() => place.get(call.id), call);
    if (kept?.kind === "answered") return kept;
    if (kept?.kind === "waits") return why === undefined ? kept : { ...kept, why };
    if (why !== undefined) return { kind: "void", why, isOld: false };
    return kept?.isOld === true ? null : kept;
  }

  async #judged(
    get: () => Promise<string | null> | string | null,
    call: AskedNow,
  ): Promise<Verdict | null> {
    try {
      const text = await get();
      return text === null ? null : this.#judge(readQuestion(text), call);
    } catch (thrown) {
      if (!ApprovalError.isInstance(thrown)) throw thrown;
      return { kind: "void", why: thrown.message, isOld: false };
    }
  }

  #judge(read: ReadQuestion, call: AskedNow): Verdict {
    const { state, trustedKeys } = this.#options;
    const { question, key, answer } = read;
    const isUsed = call.soFar.nonce !== question.nonce && state.isSpent(question.nonce);
    const not = (why: string): Verdict => ({
      kind: "void",
      why: `The approval ${question.id} does not count: ${why}.`,
      isOld: isUsed || answer === null,
    });
    if (key !== state.key.name) return not("this machine did not ask it");
    if (isUsed) return not("it was used before");
    if (call.nowMs >= question.expiresAtMs) return not("it has expired");
    if (question.createdAtMs > call.nowMs + clockToleranceMs) return not("it is from the future");
    const different = differences(call, question);
    const isEarlier =
      different.length > 0 &&
      question.earlier.some(({ digests }) => isSame(call, { ...question, digests }));
    if (different.length > 0 && !isEarlier) return not(different.join(", "));
    if (answer === null) return { kind: "waits", read };
    if (answer.key === state.key.name || trustedKeys.includes(answer.key)) {
      return { kind: "answered", read, answer, isEarlier };
    }
    const why = `The answer to ${question.id} does not count: your settings don't name its key, ${answer.key}.`;
    return { kind: "waits", read, why };
  }

  /** Spends the answer, before anything runs. */
  #take({ read, answer, isEarlier }: Answered, call: AskedNow): ApprovalAnswer {
    const { state } = this.#options;
    const { id, nonce, expiresAtMs } = read.question;
    const { soFar, asked, digests } = call;
    // Another process may have been quicker since the look.
    if (soFar.nonce !== nonce && !state.spend(nonce, expiresAtMs)) {
      throw new ApprovalError(`The approval ${id} was used before.`);
    }
    soFar.nonce = nonce;
    soFar.earlier.push({ summary: asked.summary, digests });
    state.forget(id);
    const about = { approval: id, by: `${answer.by ?? "a person"} (${id})` };
    if (answer.outcome === "deny") {
      return { outcome: "reject", ...about, ...(answer.reason && { feedback: answer.reason }) };
    }
    const proposal = chosenProposal(read.question, answer, asked);
    // The rules that the answer chose are for the later question of the call.
    if (isEarlier || proposal === -1) return { outcome: "once", ...about };
    return { outcome: "session", proposal, ...about };
  }

  async #leave({
    id,
    nowMs,
    asked,
    place: at,
    digests,
    soFar,
  }: AskedNow): Promise<PortableQuestion> {
    const { state, workspace, scope, validForMs, place, fileOf } = this.#options;
    const question: PortableQuestion = {
      id,
      nonce: randomBytes(16).toString("hex"),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + validForMs,
      folder: basename(workspace),
      asked,
      answers: asked.proposals.length === 0 ? ["once", "deny"] : ["once", "session", "deny"],
      place: at,
      digests,
      earlier: soFar.earlier,
    };
    const { nonce, expiresAtMs } = question;
    const file = fileOf?.(id) ?? null;
    const text = exportQuestion(question, state.key);
    try {
      await place.put(id, text);
      const { summary } = asked;
      state.remember({ id, nonce, summary, file, workspace, scope, expiresAtMs });
    } catch (thrown) {
      throw new ApprovalError(`The question can't be left: ${messageOf(thrown)}`, thrown);
    }
    return question;
  }

  /** Null when nobody has answered in time. */
  async #wait(
    { id, nonce }: PortableQuestion,
    call: AskedNow,
    signal: AbortSignal,
  ): Promise<Answered | null> {
    const { waitMs = 0, place } = this.#options;
    const until = performance.now() + waitMs;
    while (performance.now() < until) {
      await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
      // The answer stays for the call that is made again.
      if (signal.aborted) return null;
      const verdict = await this.#judged(() => place.get(id), {
        ...call,
        nowMs: this.#options.state.time(),
      });
      if (verdict?.kind === "answered" && verdict.read.question.nonce === nonce) return verdict;
    }
    return null;
  }
}

/** The rule that the person saw, among those that would be granted now; -1 for none. Fewer effects may need approval now. */
function chosenProposal(
  { asked: then }: PortableQuestion,
  { outcome, proposal = 0 }: SignedAnswer,
  now: ApprovalQuestion,
): number {
  if (outcome !== "session") return -1;
  const textOf = (rule: RuleProposal | undefined): string =>
    JSON.stringify([rule?.patterns, rule?.protected]);
  return now.proposals.findIndex((rule) => textOf(rule) === textOf(then.proposals[proposal]));
}

function digestsWith(digest: DigestCall, hash: (text: string) => string): CallDigests {
  try {
    return digest(hash);
  } catch (thrown) {
    throw new ApprovalError(`The call can't be approved later: ${messageOf(thrown)}.`, thrown);
  }
}
