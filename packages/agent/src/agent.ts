import type { HostCapabilities, Session, ToolSchema } from "@toolwright/core";
import { AgentRun, type RunParts } from "./loop/agent-run.ts";
import type { PendingApprovals } from "./loop/pending-approvals.ts";
import { askModel } from "./ask-model.ts";
import { type Compaction, Compactor } from "./compaction/compactor.ts";
import { Conversation } from "./conversations/conversation.ts";
import type { ConversationLog } from "./conversations/conversation-log.ts";
import type { AgentBudgets } from "./events/events.ts";
import type { AgentHooks } from "./hooks/agent-hooks.ts";
import { type HookState, RunHooks } from "./hooks/run-hooks.ts";
import type { Message } from "./model/message.ts";
import type { Model, ModelTool } from "./model/model.ts";
import type { FindInstructions } from "./prompt/nested-instructions.ts";
import type { PersonMessage } from "./prompt/person-message.ts";
import { PromptNews } from "./prompt/prompt-news.ts";
import type { RetryOptions } from "./loop/retry.ts";
import { type StepSummaryListener, tellSummaries } from "./steps/tell-summaries.ts";
import type { SubAgents } from "./sub-agents/sub-agents.ts";

export interface AgentOptions {
  /** The session whose tools, policy and journal the agent uses. It stays open when the agent is done. */
  readonly session: Session;
  readonly model: Model;
  /** The system prompt. */
  readonly system: string;
  /** The limits of each run. */
  readonly budgets?: AgentBudgets;
  readonly retry?: RetryOptions;
  /**
   * The share of the model's context from which on the conversation is made shorter before the next step, between 0.1
   * and 1. False: never by itself. Default: 0.8.
   */
  readonly compactAt?: number | false;
  /** The sub-agents that the session was opened with. */
  readonly agents?: SubAgents;
  /** The conversation so far. Default: none. */
  readonly messages?: readonly Message[];
  /** Stores the conversation while it grows. Default: it ends with the process. */
  readonly log?: ConversationLog;
  /** Told to the model before the first task, for example that its process was started again. */
  readonly note?: string;
  /** Also run for sub-agents. */
  readonly hooks?: AgentHooks;
  /** Finds the instructions of nested folders, which the model is told when it works there. Default: there are none. */
  readonly instructions?: FindInstructions;
  /** False takes all tools away: none is declared, and no call runs. Default: true. */
  readonly enableToolCalls?: boolean;
  /** Questions that are answered later. Each run first makes the calls again that were answered. Default: none. */
  readonly pendingApprovals?: PendingApprovals;
  /** Tells whether a call has ended the task. Default: the model's last answer ends it. */
  readonly isFinished?: () => boolean;
}

export interface CompactOptions {
  /** The things that the person wants to be kept. */
  readonly hint?: string;
  readonly signal?: AbortSignal;
}

export interface RunOptions<Output = unknown> {
  /**
   * A JSON Schema or a schema of zod and the like: the last answer must be a value of it, which becomes the result's
   * `output`. The root is an object. An answer that doesn't fit goes back to the model, at most three times.
   */
  readonly outputSchema?: ToolSchema<Output>;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Receives a line about each step that has ended, also of sub-agents. */
  readonly onStepSummary?: StepSummaryListener;
  /** The run of the agent that gave a sub-agent its task: it pays, and shows the events among its own. */
  readonly parent?: AgentRun;
}

/** The sessions in which an agent works. The calls of two would be events of both. */
const occupied = new WeakSet<Session>();

/** A model that works with the tools of a session. Its runs are turns of one conversation. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #conversation: Conversation;
  readonly #hookState: HookState;
  readonly #news: PromptNews;
  #note: string | undefined;
  #prepared: Pick<RunParts, "tools" | "compactor"> | null = null;
  #isCompacting = false;
  #running: AgentRun | null = null;

  constructor(options: AgentOptions) {
    // Nothing secret may reach the model, whoever wrote the prompt.
    const system = options.session.redact(options.system, { isHidden: true });
    this.#options = { ...options, system };
    this.#conversation = new Conversation(options.messages, options.log);
    this.#note = options.note;
    this.#news = new PromptNews(options.session, this.#conversation, options.instructions);
    this.#hookState = { start: this.messages.length > 0 ? "resume" : "startup" };
    options.agents?.attach({
      ...options,
      messages: () => this.messages,
      run: () => this.#running,
    });
  }

  get messages(): readonly Message[] {
    return this.#conversation.messages;
  }

  /**
   * Answers the prompts of tools, as the session's host. The current run pays for it.
   *
   * Errors: ModelError; the signal's reason.
   */
  readonly askModel: NonNullable<HostCapabilities["askModel"]> = async (request) => {
    const { answer, usage } = await askModel(this.#options.model, request);
    this.#running?.addUsage(usage);
    return answer;
  };

  /**
   * Begins to work on a task.
   *
   * Errors: Error for an empty task, and while another run works; `steer` that one instead. Also while
   * another agent works in the session.
   */
  run<Output = undefined>(task: PersonMessage, options: RunOptions<Output> = {}): AgentRun<Output> {
    const { signal, parent, onStepSummary, outputSchema } = options;
    if (!isTask(task)) throw new Error("The task must be a text, or content parts, and not empty.");
    this.#throwIfBusy();
    const { session } = this.#options;
    if (occupied.has(session)) {
      throw new Error("Another agent works in this session. Wait for it, or open another session.");
    }
    const run = new AgentRun<Output>({
      ...this.#options,
      task,
      note: this.#note,
      ...(this.#prepared ??= this.#prepare()),
      conversation: this.#conversation,
      hookState: this.#hookState,
      news: this.#news,
      outputSchema,
      signal,
      parent,
      onEvent: onStepSummary && tellSummaries(onStepSummary),
    });
    this.#running = run;
    occupied.add(session);
    this.#note = undefined;
    void run.result.then(() => {
      this.#running = null;
      occupied.delete(session);
    });
    return run;
  }

  /** Cancels a run that is under way, and resolves once it has ended. */
  async close(): Promise<void> {
    this.#running?.cancel("The session was closed.");
    await this.#running?.result;
  }

  /**
   * Makes the conversation shorter, between two runs. Null: there is nothing to leave out.
   *
   * Errors: Error while a run works; the signal's reason.
   */
  async compact(options: CompactOptions = {}): Promise<Compaction | null> {
    this.#throwIfBusy();
    this.#isCompacting = true;
    try {
      const { compactor } = (this.#prepared ??= this.#prepare());
      const { session, hooks = {} } = this.#options;
      const { hint, signal = new AbortController().signal } = options;
      const state = this.#hookState;
      const emit = (): void => undefined;
      const runHooks = new RunHooks({ hooks, session, turn: session.turn, signal, emit, state });
      return await compactor.compact({
        trigger: "manual",
        hint,
        signal,
        before: () => runHooks.beforeCompaction("manual"),
        onRetry: emit,
      });
    } finally {
      this.#isCompacting = false;
    }
  }

  #throwIfBusy(): void {
    if (this.#running !== null) throw new Error("The agent is running. Use `steer` of its run.");
    if (this.#isCompacting)
      throw new Error("The agent is compacting its conversation. Wait for it.");
  }

  /** The same tools for all runs, so that the vendor's prompt cache holds. */
  #prepare(): Pick<RunParts, "tools" | "compactor"> {
    const { session, enableToolCalls = true } = this.#options;
    const tools = enableToolCalls ? toolsOf(session) : [];
    const conversation = this.#conversation;
    return { tools, compactor: new Compactor({ ...this.#options, tools, conversation }) };
  }
}

/** Also for JavaScript programs, whose task may be anything. */
function isTask(task: unknown): boolean {
  return (typeof task === "string" || Array.isArray(task)) && task.length > 0;
}

/** In the form that all vendors take: the adapters only rename the fields. */
function toolsOf(session: Session): readonly ModelTool[] {
  return session.declare("anthropic").map(({ name, description, input_schema: inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
}
