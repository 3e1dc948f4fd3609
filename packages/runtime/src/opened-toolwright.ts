import type { Agent, PromptPiece } from "@toolwright/agent";
import type {
  HostCapabilities,
  Label,
  LanguageServers,
  Memory,
  Mode,
  Session,
  Stages,
} from "@toolwright/core";
import type { Job, Stage } from "@toolwright/core/ports";
import type { RevertTarget } from "@toolwright/workspace/undo";
import type { AgentConversations } from "./agent/agent-conversations.ts";
import type { ToolwrightAgentOptions, ToolwrightPromptOptions } from "./agent/agent-options.ts";
import type { ConversationInfo, EarlierSession, ShownConversation } from "./agent/conversations.ts";
import type { AgentParts } from "./agent/open-agent.ts";
import type { SessionApprovals } from "./approvals/session-approvals.ts";
import type { SettingsHooks } from "./hooks/settings-hooks.ts";
import type { PolicyInForce } from "./policy/policy-in-force.ts";
import type { Commands } from "./processes/lazy-commands.ts";
import type { Records } from "./records/records.ts";
import type { Setup } from "./setup.ts";
import type { SessionTools } from "./tools/session-tools.ts";
import type { EndedJob, Toolwright, UndoTarget } from "./toolwright.ts";

export type JobListeners = Set<(job: EndedJob) => void>;

/** The parts of a session, in the order in which they are opened. */
export interface Parts {
  readonly setup: Setup;
  readonly id: string;
  /** The session of a conversation that is continued; null for a new one. */
  readonly earlier: EarlierSession | null;
  readonly earlierTurns: number;
  readonly now: () => number;
  readonly jobListeners: JobListeners;
  readonly commands: Commands;
  readonly languageServers: LanguageServers;
  readonly records: Records;
  readonly inForce: PolicyInForce;
  /** The given one, to which an agent adds its model. */
  readonly host: HostCapabilities;
  readonly tools: SessionTools;
  readonly memory: Memory | undefined;
  /** Undefined if the settings have none. */
  readonly settingsHooks: SettingsHooks | undefined;
  /** Undefined in a view. */
  readonly stages: Stages | undefined;
  /** The stage of the whole session. */
  readonly stage: Stage | undefined;
  readonly session: Session;
  /** Undefined if questions aren't left for later. */
  readonly approvals: SessionApprovals | undefined;
}

/** The parts that are open, while others may still fail to open. */
export type OpenedParts = Pick<Parts, "setup" | "commands" | "languageServers"> & Partial<Parts>;

/** Ends what was opened, in the order in which the parts need each other. */
export async function closeAll(parts: OpenedParts): Promise<void> {
  const { setup, commands, languageServers, records, tools, session } = parts;
  await session?.close();
  await parts.stage?.drop();
  if (setup.options.languageServers === undefined) await languageServers.close();
  await Promise.all([tools?.thirdParty.close(), commands.close()]);
  records?.close();
  await setup.notices.told();
}

/** A session with its parts, as applications hold it. */
export class OpenToolwright implements Toolwright {
  readonly session: Toolwright["session"];
  readonly journal: Toolwright["journal"];
  readonly registry: Toolwright["registry"];
  readonly tools: Toolwright["tools"];
  readonly places: Toolwright["places"];
  readonly approvals: Toolwright["approvals"];
  readonly #parts: Parts;
  #conversations: Promise<AgentConversations> | null = null;
  readonly #agents: Agent[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.session = parts.session;
    this.journal = parts.records.shown;
    this.registry = parts.tools.registry;
    this.tools = parts.tools;
    this.places = parts.setup.places;
    this.approvals = parts.approvals;
  }

  get settings(): Toolwright["settings"] {
    return this.#parts.inForce.settings;
  }

  declare: Toolwright["declare"] = (dialect) => this.session.declare(dialect);

  undo: Toolwright["undo"] = (target, options) => {
    const { undo } = this.#parts.records;
    return undo.undo(target && revertTarget(target, this.session.id), options);
  };

  redo: Toolwright["redo"] = (target, options) => this.#parts.records.undo.redo(target, options);

  async memory(): Promise<string> {
    const { memory, setup } = this.#parts;
    const { rememberedFacts } = await import("./memory/remembered-facts.ts");
    return rememberedFacts({ session: this.session, memory, redactor: setup.redactor });
  }

  async agent(options: ToolwrightAgentOptions = {}): Promise<Agent> {
    const { openAgent } = await import("./agent/open-agent.ts");
    const conversations = await this.#conversationsOf();
    const agent = await openAgent({ ...this.#agentParts(), conversations }, options);
    this.#agents.push(agent);
    return agent;
  }

  async conversations(limit?: number): Promise<readonly ConversationInfo[]> {
    return (await this.#conversationsOf()).list(limit);
  }

  async conversation(id: string): Promise<ShownConversation> {
    return (await this.#conversationsOf()).read(id);
  }

  get resumed(): ConversationInfo | null {
    return this.#parts.earlier?.conversation ?? null;
  }

  #conversationsOf(): Promise<AgentConversations> {
    return (this.#conversations ??= openConversations(this.#parts));
  }

  async agentPrompt(options: ToolwrightPromptOptions = {}): Promise<readonly PromptPiece[]> {
    const { agentPrompt } = await import("./agent/open-agent.ts");
    return agentPrompt(this.#agentParts(), options);
  }

  #agentParts(): AgentParts {
    const { setup, host, settingsHooks } = this.#parts;
    const { session, settings, approvals } = this;
    const memory = (): Promise<string> => this.memory();
    return { setup, session, settings, host, settingsHooks, memory, approvals };
  }

  async refreshTools(): Promise<void> {
    await this.tools.thirdParty.discoverAgain();
    await this.session.refresh();
  }

  async reload(): Promise<string | null> {
    const { inForce } = this.#parts;
    const problem = await inForce.reload(this.session.policy.mode);
    if (problem === null) this.session.setPolicy(inForce.policy);
    return problem;
  }

  async setMode(mode: Mode): Promise<Mode> {
    const { inForce, commands } = this.#parts;
    await inForce.changeMode(mode, () => commands.sandboxWorks());
    this.session.setPolicy(inForce.policy);
    return this.session.policy.mode;
  }

  narrowTo(folders: readonly string[]): readonly string[] {
    const { inForce } = this.#parts;
    const outside = inForce.narrowTo(folders, this.session.policy.mode);
    this.session.setPolicy(inForce.policy);
    return outside;
  }

  async clearLabel(label: Label): Promise<boolean> {
    const { records, now } = this.#parts;
    const { clearLabel } = await import("./labels/clear-label.ts");
    const { session } = this;
    const wasThere = await clearLabel(label, { session, journal: records.journal, now });
    if (wasThere) (await this.#conversations)?.noteLabels();
    return wasThere;
  }

  onThirdPartyNews(listener: (message: string) => void): () => void {
    return this.#parts.setup.notices.onNews(listener);
  }

  onJobEnd(listener: (job: EndedJob) => void): () => void {
    const { jobListeners } = this.#parts;
    jobListeners.add(listener);
    return () => jobListeners.delete(listener);
  }

  terminals(): readonly Job[] {
    return this.#parts.commands.jobs.terminals();
  }

  async close(): Promise<void> {
    this.#parts.jobListeners.clear();
    const runs = this.#agents.map((agent) => agent.close());
    await closeAll(this.#parts);
    // Their ends belong to their conversations.
    await Promise.all(runs);
    (await this.#conversations)?.[Symbol.dispose]();
  }
}

async function openConversations({
  setup,
  session,
  records,
  earlier,
  now,
}: Parts): Promise<AgentConversations> {
  const { conversationStore } = await import("./agent/conversations.ts");
  const { AgentConversations } = await import("./agent/agent-conversations.ts");
  return new AgentConversations({
    store: conversationStore(setup.places, setup.settings.files),
    session,
    journal: records.shown,
    redactor: setup.redactor,
    resumed: earlier?.conversation.id ?? null,
    isStored: (setup.workspace.views ?? []).length === 0,
    now,
    onNotice: setup.notices.tell,
  });
}

function revertTarget(target: UndoTarget | RevertTarget, sessionId: string): RevertTarget {
  if ("type" in target) return target;
  if ("call" in target) return { type: "call", callId: target.call, sessionId };
  if ("turn" in target) return { type: "turn", turn: target.turn, sessionId };
  return { type: "to", entry: target.since };
}
