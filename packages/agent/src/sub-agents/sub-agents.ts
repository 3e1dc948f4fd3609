import {
  type AgentReport,
  type Agents,
  type AgentSummary,
  type AgentTask,
  ConfigurationError,
  type ModelSummary,
  type Policy,
  type Session,
  ToolError,
} from "@toolwright/core";
import { createChildPolicy } from "@toolwright/core/internal";
import type { AgentConclusion, StartingCall } from "@toolwright/core/ports";
import { Agent, type AgentOptions } from "../agent.ts";
import type { AgentRun } from "../loop/agent-run.ts";
import type { Message } from "../model/message.ts";
import type { Model } from "../model/model.ts";
import { ModelError } from "../model/model-error.ts";
import { type AgentDefinition, builtinAgents } from "./agent-definition.ts";
import { pathsOfTask } from "./child-paths.ts";
import { policyOf, type Restriction } from "./child-policy.ts";
import { follow } from "./follow.ts";

/** More sub-agents of one tree don't work at the same time. */
const maxAtOnce = 64;

const defaultMaxSteps = 50;

/** Other products' names for agents like the built-in ones. */
const habitualNames: Readonly<Record<string, string>> = {
  "general-purpose": "general",
  worker: "general",
  default: "general",
  explorer: "explore",
  codebase_investigator: "explore",
};

export interface SubAgentsOptions {
  readonly definitions: readonly AgentDefinition[];
  /** What `list_models` tells. Default: none. */
  readonly models?: readonly ModelSummary[];
  /** Opens the model that a definition names. Default: all use their parent's. */
  readonly openModel?: (name: string) => Promise<Model>;
}

/** What all sub-agents of a main agent share. */
interface Tree {
  working: number;
  /** The main agent's system prompt. */
  system: string;
}

/** The agent that gives tasks: options with which its copies are made, and its current run. */
export interface ParentAgent
  extends Pick<
    AgentOptions,
    "model" | "system" | "retry" | "compactAt" | "session" | "hooks" | "instructions"
  > {
  readonly messages: () => readonly Message[];
  readonly run: () => AgentRun | null;
}

/**
 * The sub-agents of a session's agent: the `agents` of `openToolwright` and of `Agent`. A sub-agent works in a child
 * session, so it can do nothing that its parent couldn't, and its questions reach the same people under its name.
 */
export class SubAgents implements Agents {
  #options: SubAgentsOptions;
  readonly #tree: Tree;
  readonly #isMain: boolean;
  #parent: ParentAgent | null = null;
  #conclusion: AgentConclusion | null = null;

  constructor(options: SubAgentsOptions = { definitions: builtinAgents }, tree?: Tree) {
    this.#options = options;
    this.#tree = tree ?? { working: 0, system: "" };
    this.#isMain = tree === undefined;
  }

  get agents(): readonly AgentSummary[] {
    return this.#options.definitions.map(({ name, description }) => ({ name, description }));
  }

  get models(): readonly ModelSummary[] {
    return this.#options.models ?? [];
  }

  /** For a host that reads definitions only when the session is open. */
  use(options: SubAgentsOptions): void {
    this.#options = options;
  }

  /** Called by the agent that works in the session. */
  attach(parent: ParentAgent): void {
    this.#parent = parent;
    if (this.#isMain) this.#tree.system = parent.system;
  }

  /** What the agent of this session has reported; null until then. */
  get conclusion(): AgentConclusion | null {
    return this.#conclusion;
  }

  takeCall(): string | null {
    return this.#parent?.run()?.takeCall() ?? null;
  }

  finish(conclusion: AgentConclusion): void {
    this.#conclusion = conclusion;
  }

  async run(task: AgentTask, call: StartingCall): Promise<AgentReport> {
    const parent = this.#parent;
    if (parent === null) {
      throw new ToolError("tool-not-available", "No agent works in this session yet.");
    }
    const definition = task.agent === null ? copy : this.#find(task.agent);
    if (task.model !== undefined) this.#checkModel(task.model);
    if (this.#tree.working >= maxAtOnce) {
      throw new ToolError(
        "tool-not-available",
        `${maxAtOnce} sub-agents work already. Wait for their reports.`,
      );
    }
    this.#tree.working += 1;
    try {
      return await this.#work(definition, task, parent, call);
    } finally {
      this.#tree.working -= 1;
    }
  }

  async #work(
    definition: AgentDefinition,
    { task, agent: asked, paths, model: wanted }: AgentTask,
    parent: ParentAgent,
    call: StartingCall,
  ): Promise<AgentReport> {
    const children = new SubAgents(this.#options, this.#tree);
    const model = await this.#modelOf(wanted ?? definition.model, parent);
    const limits: readonly Restriction[] = [
      definition,
      ...(paths === undefined
        ? []
        : [{ paths: pathsOfTask(paths, parent.session.workspace.roots), source: "the task" }]),
    ];
    const session = await openSession(definition, limits, parent, { agents: children, call });
    try {
      const parentRun = parent.run();
      const child = new Agent({
        session,
        model,
        system: `${this.#systemFor(asked, parent)}\n\n${instructions(definition, limits)}`,
        budgets: {
          maxSteps: definition.maxSteps ?? defaultMaxSteps,
          ...parentRun?.timeLeft(),
        },
        agents: children,
        isFinished: () => children.conclusion !== null,
        ...(parent.retry !== undefined && { retry: parent.retry }),
        ...(parent.compactAt !== undefined && { compactAt: parent.compactAt }),
        ...(parent.hooks !== undefined && { hooks: parent.hooks }),
        ...(parent.instructions !== undefined && { instructions: parent.instructions }),
        ...(asked === null && { messages: parent.messages() }),
      });
      const options = { signal: call.signal, ...(parentRun !== null && { parent: parentRun }) };
      return await follow(
        {
          name: definition.name,
          session,
          task,
          conclusion: () => children.conclusion,
          start: () => child.run(task, options),
        },
        { run: parentRun, session: parent.session },
        call,
      );
    } finally {
      await session.close();
    }
  }

  /** A copy goes on as its parent; another agent must not be told that it is its parent. */
  #systemFor(asked: string | null, parent: ParentAgent): string {
    return asked === null ? parent.system : this.#tree.system;
  }

  #find(name: string): AgentDefinition {
    const { definitions } = this.#options;
    const wanted = name.toLowerCase();
    const named = (each: string | undefined): AgentDefinition | undefined =>
      definitions.find((definition) => definition.name === each);
    const found = named(wanted) ?? named(habitualNames[wanted]);
    if (found !== undefined) return found;
    const known = definitions.map((each) => each.name).join(", ");
    throw new ToolError("input-invalid", `No agent '${name}'. Known: ${known}.`);
  }

  /** A model may only choose what the person has listed. */
  #checkModel(wanted: string): void {
    const known = this.models.map(({ id }) => id);
    if (known.includes(wanted)) return;
    const list = known.length === 0 ? "none, so leave `model` out" : known.join(", ");
    throw new ToolError("input-invalid", `No model '${wanted}'. Listed by the person: ${list}.`);
  }

  async #modelOf(model: string | undefined, parent: ParentAgent): Promise<Model> {
    const { openModel } = this.#options;
    if (model === undefined || openModel === undefined) return parent.model;
    try {
      return await openModel(model);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      throw new ToolError("tool-not-available", thrown.message);
    }
  }
}

/** What `fork_self` starts. */
const copy: AgentDefinition = {
  name: "fork",
  description: "A copy of the agent.",
  prompt:
    "You are a copy of the agent of the conversation so far. Do only the task that comes last.",
  source: "built-in",
};

function instructions({ name, prompt }: AgentDefinition, limits: readonly Restriction[]): string {
  const lines = limits.flatMap(({ paths }) =>
    paths === undefined ? [] : [`You can only read and change these paths: ${paths.join(", ")}.`],
  );
  const opening = `You are the sub-agent '${name}'. Another agent gave you the task and sees only your report.`;
  return [[opening, ...lines].join("\n"), prompt].join("\n\n");
}

async function openSession(
  { name, tools, excludedTools = [] }: AgentDefinition,
  limits: readonly Restriction[],
  { session }: ParentAgent,
  { agents, call }: { readonly agents: SubAgents; readonly call: StartingCall },
): Promise<Session> {
  const names = tools === undefined ? undefined : namesOf(tools, session);
  if (tools !== undefined && tools.length > 0 && names?.length === 0) {
    throw new ToolError(
      "tool-not-available",
      `The agent '${name}' can't start: none of its tools is in this session (${tools.join(", ")}).`,
    );
  }
  try {
    const policy = combined(limits, session);
    return await call.openChildSession({
      agent: name,
      agents,
      ...(policy !== undefined && { policy }),
      tools: {
        ...(names !== undefined && { names }),
        excludedNames: namesOf(excludedTools, session),
      },
    });
  } catch (thrown) {
    if (!ConfigurationError.isInstance(thrown)) throw thrown;
    throw new ToolError("tool-not-available", thrown.message);
  }
}

function combined(limits: readonly Restriction[], session: Session): Policy | undefined {
  const { home, workspace } = session;
  const places = { roots: workspace.roots, home };
  return limits
    .flatMap((limit) => policyOf(limit, () => session.policy, places) ?? [])
    .reduce<Policy | undefined>(
      (one, other) => (one === undefined ? other : createChildPolicy(() => one, other)),
      undefined,
    );
}

/** The names in this session of the tools that a definition names, also by their canonical names. */
function namesOf(wanted: readonly string[], session: Session): readonly string[] {
  const isWanted = (name: string): boolean =>
    wanted.some((each) =>
      each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each,
    );
  return session.tools
    .filter(({ name, tool }) => isWanted(name) || isWanted(tool.aliasOf ?? name))
    .map(({ name }) => name);
}
