import type {
  Agents,
  ApprovalQuestion,
  Approver,
  Effect,
  Invocation,
  Outcome,
  Policy,
  Session,
  Tool,
  ToolCall,
  ToolContext,
  ToolResult,
} from "@toolwright/core";
import {
  type ErrorCode,
  errorCodes,
  type InitializedTool,
  isPathEffect,
  ToolError,
} from "@toolwright/core";
import { isAtOrBelow } from "@toolwright/core/internal";
import type { PrivatePaths } from "../private-paths.ts";
import type { TapeCall } from "../tape.ts";
import { type Difference, differencesOf, type StateTexts, stateTexts } from "./differences.ts";
import type { LoadedTape } from "./loaded-tape.ts";
import type { Scratch } from "./scratch.ts";
import { ModelCalls } from "./model-calls.ts";
import { isInside, staysInside, TapedAnswers } from "./taped-answers.ts";
import { whyNotPlayed } from "./why-not-played.ts";

/** A call that a replay could not make again. */
export interface NotPlayed {
  readonly session: string;
  readonly call: string;
  readonly tool: string;
  /** A clause. */
  readonly reason: string;
}

export interface PlayerOptions {
  readonly tape: LoadedTape;
  readonly paths: PrivatePaths;
  readonly scratch: Scratch;
  /** The real path of the workspace, which the scratch files stand for. */
  readonly root: string;
  /** Runs commands in the sandbox; otherwise nothing runs that isn't computed from the tape's files. */
  readonly isReal: boolean;
  /** The agents of the sub-agents' sessions; undefined if no agent worked. */
  readonly agents: Agents | undefined;
  /** The reason why no command can run, as a clause. Null if they can. */
  readonly whyNoCommands: string | null;
}

type StartCall = (call: ToolCall) => Invocation;
/** Looks at the paths that a call changed; null if they aren't known. */
export type LookAfter = (sessionId: string, callId: string) => Promise<StateTexts | null>;

/**
 * Makes the calls of a tape again. A call goes through the whole pipeline; only where its code would leave the tape's
 * files, its recorded outcome takes the code's place.
 */
export class Player {
  readonly differences: Difference[] = [];
  readonly notPlayed: NotPlayed[] = [];
  /** Answers as the tape says. */
  readonly approver: Approver = {
    name: "the tape",
    ask: async (question) => {
      const taped = this.#tapedFor(question);
      if (taped === undefined || this.#isForbidden(taped, question))
        return { outcome: "reject", by: "the tape" };
      return this.#answers.next(taped);
    },
  };
  readonly #options: PlayerOptions;
  readonly #answers = new TapedAnswers();
  readonly #byKey = new Map<string, TapeCall>();
  readonly #bySession = new Map<string, TapeCall[]>();
  readonly #prepared = new Map<string, readonly Effect[]>();
  /** Calls whose own code ran. */
  readonly #ran = new Set<TapeCall>();
  #sessionId = "";
  #policy: (() => Policy) | null = null;
  #model: ModelCalls | null = null;
  #lookAfter: LookAfter = async () => null;

  constructor(options: PlayerOptions) {
    this.#options = options;
    for (const call of options.tape.calls) {
      // A repeated id was refused, and the first call had it.
      const key = keyOf(call.session, call.id);
      if (!this.#byKey.has(key)) this.#byKey.set(key, call);
      const siblings = this.#bySession.get(call.session);
      if (siblings === undefined) this.#bySession.set(call.session, [call]);
      else siblings.push(call);
    }
  }

  /** The tool with recorded outcomes in place of what leaves the tape's files. */
  played(tool: Tool): Tool {
    const run = tool.execute.bind(tool);
    const prepare = tool.prepare?.bind(tool);
    return {
      ...tool,
      ...(prepare !== undefined && {
        prepare: (input: never, context) => {
          const taped = this.#tapedFor(context);
          // It would read what is there on this machine.
          if (taped === undefined || !this.#leaves(taped)) return prepare(input, context);
          const effects = this.#options.paths.show(taped.effects);
          return { summary: tool.name, effects, prepared: input };
        },
      }),
      // The recorded call may have taken long.
      ...(!this.#options.isReal && { timeoutMs: 600_000 }),
      execute: (prepared: never, context) => {
        const taped = this.#tapedFor(context);
        if (taped === undefined)
          throw new ToolError("tool-not-available", "The tape has no such call.");
        const effects = this.#prepared.get(keyOf(context.sessionId, context.callId)) ?? [];
        // Its own calls are made again.
        if (this.#childrenOf(taped).length > 0) return this.#recorded(taped, context);
        const why =
          tool.dependsOnMachine === true
            ? "its result depends on the machine"
            : this.#whyNoRun(taped, effects);
        if (why === null) {
          this.#ran.add(taped);
          return run(prepared, context);
        }
        if (this.#options.isReal) this.#note(taped, why);
        return this.#recorded(taped, context);
      },
    };
  }

  /** Tools of the tape that this program doesn't have, with their recorded effects. */
  standIns(known: ReadonlySet<string>): readonly (Tool | InitializedTool)[] {
    const names = new Set(
      this.#options.tape.calls
        .filter(({ type, outcome }) => type === "call" && !isUnknownTool(outcome?.error?.code))
        .map(({ tool }) => tool),
    );
    return [...names]
      .filter((name) => !known.has(name) && toolName.test(name))
      .map((name) => this.#standIn(name));
  }

  /** Follows the session's calls. */
  follow(session: Session, lookAfter: LookAfter): void {
    this.#sessionId = session.id;
    this.#policy = () => session.policy;
    this.#lookAfter = lookAfter;
    session.subscribe((event) => {
      if (event.type === "invocation-prepared")
        this.#prepared.set(keyOf(event.sessionId, event.callId), event.effects);
      else if (event.sessionId === session.id) this.#model?.heard(event);
    });
    session.approvals.attach(this.approver);
  }

  /** Takes the calls of a model for those of the tape, in their order, until one is another. */
  followModel(onDivergence: () => void): ModelCalls {
    this.#model ??= new ModelCalls(this.#options, {
      take: (callId, taped) => this.#byKey.set(keyOf(taped.session, callId), taped),
      ended: (taped, outcome) => {
        this.#report(taped, outcome, null);
        this.#applyChanges(taped);
      },
      differs: (difference) => this.differences.push(difference),
    });
    this.#model.onDivergence = onDivergence;
    return this.#model;
  }

  /** Makes all calls, one after the other. */
  async play(session: Session, before: (call: TapeCall) => Promise<void>): Promise<void> {
    const calls = this.#bySession.get(this.#options.tape.header.session) ?? [];
    for (const call of calls) {
      if (call.parentCallId !== undefined) continue;
      await before(call);
      await this.#play(call, (made) => session.call(made));
    }
  }

  async #play(taped: TapeCall, start: StartCall): Promise<void> {
    const input = this.#options.paths.show(taped.input);
    const why = taped.type === "call" ? whyNotPlayed(taped, input) : "";
    if (why === null) {
      const outcome = await start({ id: taped.id, name: taped.tool, input }).outcome;
      await this.#compare(taped, outcome);
    } else if (why !== "") this.#note(taped, why);
    const isDone = this.#options.isReal && this.#ran.has(taped);
    if (!isDone) this.#applyChanges(taped);
  }

  async #compare(taped: TapeCall, outcome: Outcome): Promise<void> {
    const hasRun = this.#ran.has(taped);
    const look = hasRun ? await this.#lookAfter(this.#here(taped.session), taped.id) : null;
    this.#report(taped, outcome, look);
  }

  #report(taped: TapeCall, outcome: Outcome, look: StateTexts | null): void {
    const hasRun = this.#ran.has(taped);
    const played = { outcome: this.#options.paths.hide(outcome), hasRun, after: look };
    const { contents, secrets } = this.#options.tape;
    const after = stateTexts(
      taped.changes.map((change) => [change.path, change.after]),
      (hash) => contents.get(hash)?.text,
    );
    this.differences.push(...differencesOf({ taped, after }, played, secrets.length > 0));
  }

  /** Makes the recorded changes, so that the next call finds what it found then. */
  #applyChanges({ changes }: TapeCall): void {
    for (const { path, after } of changes)
      if (after !== null) this.#options.scratch.apply(path, after);
  }

  #note({ session, id, tool }: TapeCall, reason: string): void {
    this.notPlayed.push({ session, call: id, tool, reason });
  }

  /** The reason why the recorded outcome stands for the call's code, as a clause; null if the code runs. */
  #whyNoRun(taped: TapeCall, effects: readonly Effect[]): string | null {
    const { isReal, whyNoCommands } = this.#options;
    if (effects.length === 0) return "it depends on more than files";
    const starts = effects.some(({ type }) => type === "run" || type === "unknown");
    if (starts && (!isReal || whyNoCommands !== null))
      return whyNoCommands ?? "it starts a program";
    if (!effects.every((effect) => isInside(effect, this.#isOwn)))
      return "it reaches outside of the tape's files";
    return effects.some((effect) => this.#lacks(effect))
      ? "the tape lacks a file that it reads"
      : null;
  }

  #lacks(effect: Effect): boolean {
    if (!isPathEffect(effect)) return false;
    const isTree = "recursive" in effect && effect.recursive === true;
    const isFiltered = "leavesOutProtected" in effect && effect.leavesOutProtected === true;
    const path = this.#options.paths.hide(effect.realPath ?? effect.path);
    return this.#options.scratch.lacks(path, isTree && !isFiltered);
  }

  /** A call that runs for real may ask for more than a tape can allow. */
  #isForbidden(taped: TapeCall, question: ApprovalQuestion): boolean {
    return this.#options.isReal && !this.#leaves(taped) && !staysInside(question, this.#isOwn);
  }

  /** Whether it left the tape's files then, so that its code doesn't run. */
  #leaves({ effects }: TapeCall): boolean {
    return !this.#options.paths.show(effects).every((effect) => isInside(effect, this.#isOwn));
  }

  readonly #isOwn = (path: string): boolean => isAtOrBelow(path, this.#options.root);

  async #recorded(taped: TapeCall, context: ToolContext): Promise<ToolResult> {
    // A model's sub-agents get the recorded report.
    if (this.#model === null) await this.#playChildren(taped, context);
    const { outcome } = this.#options.paths.show({ outcome: taped.outcome });
    if (outcome === null) throw new ToolError("internal", "The tape has no outcome of this call.");
    const { content, display, structured, error } = outcome;
    if (error !== null) {
      const code = errorCodes.includes(error.code) ? error.code : "internal";
      throw new ToolError(code, error.message, { content: content.slice(1) });
    }
    return { content, ...(display !== null && { display }), structured };
  }

  /** The calls that it made itself, and those of the sub-agents that it started. */
  async #playChildren(taped: TapeCall, context: ToolContext): Promise<void> {
    for (const [sessionId, calls] of this.#childrenOf(taped)) {
      if (sessionId === taped.session) {
        for (const call of calls) await this.#play(call, (made) => context.call(made));
        continue;
      }
      const mode = calls.find(({ decision }) => decision !== null)?.decision?.mode;
      const child = await context.openChildSession({
        agent: calls[0]?.agent ?? "",
        ...(this.#options.agents !== undefined && { agents: this.#options.agents }),
        // Its definition may have asked for a stricter one than its parent's.
        ...(mode !== undefined &&
          this.#policy !== null && { policy: this.#policy().withMode(mode) }),
      });
      for (const call of calls) {
        if (call.parentCallId === undefined) await this.#play(call, (made) => child.call(made));
      }
    }
  }

  /** By session, in the order in which the call opened them. */
  #childrenOf({ session, id }: TapeCall): readonly (readonly [string, readonly TapeCall[]])[] {
    const own = (this.#bySession.get(session) ?? []).filter(
      ({ parentCallId }) => parentCallId === id,
    );
    const first = `${session}/${id}`;
    const opened: (readonly [string, readonly TapeCall[]])[] = [];
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? first : `${first}/#${number}`;
      const calls = this.#bySession.get(name);
      if (calls === undefined) break;
      opened.push([name, calls]);
    }
    return own.length === 0 ? opened : [[session, own], ...opened];
  }

  #standIn(name: string): Tool {
    return this.played({
      name,
      kind: "other",
      description: "A tool of the tape that this program doesn't have.",
      input: { type: "object", additionalProperties: true },
      effects: (_input: never, context) => {
        const taped = this.#tapedFor(context);
        return taped === undefined ? [] : this.#options.paths.show(taped.effects);
      },
      execute: () => {
        throw new ToolError("tool-not-available", "This tool isn't here.");
      },
    });
  }

  #tapedFor({
    sessionId,
    callId,
  }: Pick<ToolContext, "sessionId" | "callId">): TapeCall | undefined {
    return this.#byKey.get(keyOf(this.#then(sessionId), callId));
  }

  /** The session's name on the tape, and here. A sub-agent's begins with that of the main session. */
  #then(sessionId: string): string {
    return this.#options.tape.header.session + sessionId.slice(this.#sessionId.length);
  }

  #here(session: string): string {
    return this.#sessionId + session.slice(this.#options.tape.header.session.length);
  }
}

const toolName = /^[\w-]{1,64}$/;

function isUnknownTool(code: ErrorCode | undefined): boolean {
  return code === "tool-not-found" || code === "tool-not-available";
}

function keyOf(sessionId: string, callId: string): string {
  return `${sessionId}\0${callId}`;
}
