import {
  type AgentContext,
  type ContentBlock,
  type PromptResponse,
  RequestError,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { Agent, AgentEvent, AgentResult } from "@toolwright/agent";
import type { ApprovalQuestion, Language, Mode } from "@toolwright/core";
import { messageOf, type Phrase, revealedLine } from "@toolwright/core/internal";
import type { Toolwright } from "@toolwright/runtime";
import { agentFrom } from "@toolwright/runtime/internal";
import { textOf } from "../../errors.ts";
import { phrase } from "../../language/phrase.ts";
import { ClientApprover } from "../client/client-approver.ts";
import type { ClientFacts } from "../client/client-facts.ts";
import type { ClientNotices } from "../client/client-notices.ts";
import { replay } from "../updates/replay.ts";
import { SessionUpdates } from "../updates/session-updates.ts";
import { labelAttached } from "./attached-labels.ts";
import { allowedModes, configOptions, type SessionConfiguration } from "./config-options.ts";
import { promptParts } from "./prompt-parts.ts";
import { type CommandedSession, availableCommands, commandIn } from "./slash-commands.ts";
import { Totals } from "./totals.ts";

/** How often a running command's output is sent. */
const outputIntervalMs = 100;

const maxTitleLength = 80;

export interface AcpSessionOptions {
  /** The client's id of the session. */
  readonly id: string;
  readonly toolwright: Toolwright;
  readonly client: AgentContext;
  readonly facts: ClientFacts;
  readonly language: Language;
  readonly agent: Agent;
  readonly model: string;
  /** Opens an agent with another model that goes on with the conversation. */
  readonly withModel: (model: string, agent: Agent) => Promise<Agent>;
  readonly notices: ClientNotices;
  readonly onClose: () => void;
}

/** A session of a client: an agent in a workspace of its own. */
export class AcpSession implements CommandedSession {
  readonly id: string;
  readonly toolwright: Toolwright;
  readonly language: Language;
  readonly #options: AcpSessionOptions;
  readonly #updates: SessionUpdates;
  readonly #totals = new Totals();
  /** Questions whose calls the client knows, and those that wait until it does. */
  readonly #told = new Map<string, PromiseWithResolvers<void>>();
  #agent: Agent;
  #model: string;
  /** The model of `#agent`. */
  #agentModel: string;
  /** Of the prompt that is worked on. */
  #abort: AbortController | null = null;
  #shownMode: Mode;
  #outputTimer: NodeJS.Timeout | null = null;
  #hasTitle = false;
  /** What the last request and its answer had. */
  #contextTokens = 0;
  #turn = 0;

  constructor(options: AcpSessionOptions) {
    const { id, toolwright, client, facts, language, agent, model } = options;
    const { session } = toolwright;
    const { roots, cwd } = session.workspace;
    this.id = id;
    this.toolwright = toolwright;
    this.language = language;
    this.#options = options;
    this.#agent = agent;
    this.#model = model;
    this.#agentModel = model;
    this.#shownMode = session.policy.mode;
    this.#updates = new SessionUpdates({
      sessionId: session.id,
      cwd,
      language,
      toolNamed: (name) => shownTool(toolwright, name),
      drawsTerminals: facts.drawsTerminals,
      showsNotices: facts.showsNotices,
      showsCompactions: facts.showsCompactions,
    });
    session.approvals.attach(
      new ClientApprover({
        client,
        facts,
        sessionId: id,
        cwd,
        roots,
        language,
        toolCallId: (call) => this.#updates.toolCallId(call),
        told: (question, signal) => this.#whenTold(question, signal),
      }),
    );
  }

  get mode(): Mode {
    return this.toolwright.session.policy.mode;
  }

  get model(): string {
    return this.#model;
  }

  get cost(): Phrase {
    return this.#totals.phrase;
  }

  get turn(): number {
    return this.#turn;
  }

  get configuration(): SessionConfiguration {
    const { settings } = this.toolwright;
    const models = agentFrom(settings.files).models.map(({ id }) => id);
    return {
      mode: this.mode,
      model: this.#model,
      modes: [...new Set([...allowedModes(settings), this.mode])],
      models: [...new Set([this.#model, ...models])],
      language: this.language,
    };
  }

  /** Tells the client the whole conversation. */
  async replay(): Promise<void> {
    const { messages } = await this.toolwright.conversation(this.id);
    this.#hasTitle = true;
    await this.send([...replay(messages, this.#updates, this.toolwright.session.id)]);
  }

  /** Whether it works on a prompt. */
  get isBusy(): boolean {
    return this.#abort !== null;
  }

  /** To be called once the client knows the session. */
  async announce(): Promise<void> {
    await this.send([
      {
        sessionUpdate: "available_commands_update",
        availableCommands: availableCommands(this.language),
      },
    ]);
    this.#options.notices.open((updates) => void this.send(updates));
  }

  /**
   * Works on a prompt until its end.
   *
   * Errors: RequestError `invalidRequest` while another prompt is worked on, `internalError` with the reason when the
   * agent fails.
   */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    if (this.#abort !== null) {
      throw RequestError.invalidRequest(
        { sessionId: this.id },
        "This session is working on another prompt. Wait for its end, or cancel it",
      );
    }
    this.#abort = new AbortController();
    try {
      const found = commandIn(blocks);
      const either = AbortSignal.any([signal, this.#abort.signal]);
      if (found === null) return await this.#work(blocks, either);
      return await this.#command(found, either);
    } finally {
      this.#abort = null;
      this.#told.clear();
    }
  }

  /** Ends the prompt that is worked on, and its calls and questions. */
  cancel(): void {
    this.#abort?.abort();
  }

  async setMode(mode: string): Promise<void> {
    const allowed = this.configuration.modes;
    const wanted = allowed.find((known) => known === mode);
    if (wanted === undefined) throw unknownValue("mode", mode, allowed);
    await this.toolwright.setMode(wanted);
    await this.#tellMode();
  }

  /** While a prompt is worked on, the model changes with the next one. */
  async setModel(model: string): Promise<void> {
    const { models } = this.configuration;
    if (!models.includes(model)) throw unknownValue("model", model, models);
    if (this.#abort === null) await this.#useModel(model);
    this.#model = model;
    await this.#tellConfiguration();
  }

  async compact(hint: string, signal: AbortSignal): Promise<Phrase> {
    await this.#useModel(this.#model);
    const done = await this.#agent.compact({ signal, ...(hint !== "" && { hint }) });
    if (done === null) return phrase("The conversation is short enough already.");
    this.#totals.add(done);
    return phrase("The conversation was shortened: {before} → {after} tokens.", {
      before: done.tokensBefore,
      after: done.tokensAfter,
    });
  }

  async close(): Promise<void> {
    this.cancel();
    this.#options.onClose();
    await this.toolwright.close();
    if (this.#outputTimer !== null) clearTimeout(this.#outputTimer);
  }

  /** Sends updates in order. A client that has gone misses them. */
  async send(updates: readonly SessionUpdate[]): Promise<void> {
    const { client } = this.#options;
    // All at once: what is sent meanwhile must not come between them.
    const sent = updates.map((update) =>
      client.notify("session/update", { sessionId: this.id, update }),
    );
    await Promise.allSettled(sent);
  }

  async #work(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    await this.#useModel(this.#model);
    const { roots } = this.toolwright.session.workspace;
    const parts = promptParts(blocks, roots);
    if (parts.length === 0) throw RequestError.invalidParams(undefined, "The prompt is empty");
    await this.#tellTitle(blocks);
    await labelAttached(blocks, this.toolwright.session);
    const run = this.#agent.run(parts, { signal });
    let [steps, maxSteps] = [0, Number.POSITIVE_INFINITY];
    for await (const event of run) {
      await this.#tell(event);
      if (!this.#isOwn(event)) continue;
      if (event.type === "step-start") this.#turn = event.turn;
      if (event.type === "step-end") steps = event.step;
      if (event.type === "budget-warning" && event.budget === "maxSteps") maxSteps = event.limit;
    }
    const result = await run;
    this.#totals.add(result);
    await this.#tellUsage(this.#totals.cost);
    const response = responseTo(result, steps >= maxSteps);
    // A hook's, or the limit.
    const hasReason = result.status === "refused" || result.status === "failed";
    if (hasReason) await this.#say(result.reason, "agent_thought_chunk");
    return response;
  }

  async #command(
    { command, argument }: NonNullable<ReturnType<typeof commandIn>>,
    signal: AbortSignal,
  ): Promise<PromptResponse> {
    try {
      await this.#say(await command.run(argument, this, signal));
      return { stopReason: "end_turn" };
    } catch (thrown) {
      if (signal.aborted) return { stopReason: "cancelled" };
      throw thrown;
    }
  }

  async #useModel(model: string): Promise<void> {
    if (model === this.#agentModel) return;
    this.#agent = await this.#options.withModel(model, this.#agent);
    this.#agentModel = model;
  }

  async #tell(event: AgentEvent): Promise<void> {
    await this.send(this.#updates.for(event));
    if (this.#updates.hasLiveOutput) this.#scheduleOutput();
    if (event.type === "approval-requested") this.#toldOf(event.question.id).resolve();
    if (event.type === "step-end" && this.#isOwn(event)) {
      this.#contextTokens = event.usage.inputTokens + event.usage.outputTokens;
      await this.#tellUsage();
    }
    await this.#tellMode();
  }

  /** Whether it is the agent's, not a sub-agent's. */
  #isOwn({ sessionId }: AgentEvent): boolean {
    return sessionId === this.toolwright.session.id;
  }

  /** Nothing for a model whose context size isn't known. */
  async #tellUsage(cost: Totals["cost"] = {}): Promise<void> {
    const { models } = agentFrom(this.toolwright.settings.files);
    const size = models.find(({ id }) => id === this.#agentModel)?.contextTokens;
    if (size === undefined) return;
    const used = this.#contextTokens;
    await this.send([{ sessionUpdate: "usage_update", used, size, ...cost }]);
  }

  #scheduleOutput(): void {
    this.#outputTimer ??= setTimeout(() => {
      this.#outputTimer = null;
      void this.send(this.#updates.takeLiveOutput());
    }, outputIntervalMs);
  }

  #toldOf(questionId: string): PromiseWithResolvers<void> {
    const told = this.#told.get(questionId) ?? Promise.withResolvers<void>();
    this.#told.set(questionId, told);
    return told;
  }

  async #whenTold({ id }: ApprovalQuestion, signal: AbortSignal): Promise<void> {
    const told = this.#toldOf(id);
    signal.addEventListener("abort", () => told.resolve(), { once: true });
    await told.promise;
    signal.throwIfAborted();
  }

  async #tellMode(): Promise<void> {
    const { mode } = this;
    if (mode === this.#shownMode) return;
    this.#shownMode = mode;
    await this.send([{ sessionUpdate: "current_mode_update", currentModeId: mode }]);
    await this.#tellConfiguration();
  }

  async #tellConfiguration(): Promise<void> {
    await this.send([
      {
        sessionUpdate: "config_option_update",
        configOptions: configOptions(this.configuration),
      },
    ]);
  }

  async #tellTitle(blocks: readonly ContentBlock[]): Promise<void> {
    if (this.#hasTitle) return;
    const first = blocks.find((block) => block.type === "text");
    const title = revealedLine(first?.text ?? "", maxTitleLength, "text");
    if (title === "") return;
    this.#hasTitle = true;
    await this.send([{ sessionUpdate: "session_info_update", title }]);
  }

  async #say(
    markdown: string,
    sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" = "agent_message_chunk",
  ): Promise<void> {
    await this.send([{ sessionUpdate, content: { type: "text", text: markdown } }]);
  }
}

function shownTool({ session }: Toolwright, name: string) {
  const registered = session.tools.find((tool) => tool.name === name);
  if (registered === undefined) return undefined;
  const { tool, declarable } = registered;
  const title = session.language.translate(declarable.title);
  return { title, kind: tool.kind, streamsOutput: tool.streamsOutput === true };
}

/** Errors: RequestError with the reason of a failure, unless the steps were used up. */
function responseTo({ status, reason = "" }: AgentResult, isOutOfSteps: boolean): PromptResponse {
  switch (status) {
    case "cancelled":
      return { stopReason: "cancelled" };
    // The person refused the calls, not the model the task, which is what `refusal` would say.
    case "done":
    case "refused":
      return { stopReason: "end_turn" };
    case "failed":
      if (isOutOfSteps) return { stopReason: "max_turn_requests" };
      throw new RequestError(-32603, reason);
  }
}

function unknownValue(what: string, given: string, known: readonly string[]): RequestError {
  return RequestError.invalidParams(
    undefined,
    `There is no ${what} '${revealedLine(given, 80)}' here. Known: ${known.join(", ")}`,
  );
}

/** An error of ours as the client shows it. */
export function requestErrorOf(thrown: unknown, language: Language): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const text = thrown instanceof Error ? language.say(textOf(thrown)) : messageOf(thrown);
  return new RequestError(-32603, text);
}
