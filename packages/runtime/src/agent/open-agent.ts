import {
  Agent,
  type AgentBudgets,
  type AgentDefinition,
  type InstructionFile,
  type Model,
  openModel,
  type PendingApprovals,
  type PromptPiece,
  promptPieces,
  SubAgents,
  systemPrompt,
} from "@toolwright/agent";
import type { HostCapabilities, ModelSummary, Session } from "@toolwright/core";
import { optionsError } from "../errors.ts";
import type { SettingsHooks } from "../hooks/settings-hooks.ts";
import { type AgentChoice, agentFrom } from "../policy/policy-from-settings.ts";
import { realRoot } from "../places.ts";
import { promptHashes } from "../tape/prompt-hashes.ts";
import type { SettingsInForce } from "../settings/settings-in-force.ts";
import type { Setup } from "../setup.ts";
import type { AgentConversations } from "./agent-conversations.ts";
import { agentDefinitions } from "./agent-definitions.ts";
import { findNested, ownInstructions, projectInstructions } from "./find-instructions.ts";
import type { ToolwrightAgentOptions, ToolwrightPromptOptions } from "./agent-options.ts";
import { checkAgentOptions } from "./check-agent-options.ts";

/** The parts of an open session from which its agent is made. */
export interface AgentParts {
  readonly setup: Setup;
  readonly session: Session;
  readonly settings: SettingsInForce;
  /** The session's host, which answers the prompts of tools through the agent. */
  readonly host: HostCapabilities;
  readonly settingsHooks: SettingsHooks | undefined;
  /** What earlier sessions have remembered, as Markdown; empty if there is nothing. */
  readonly memory: () => Promise<string>;
  /** Undefined if questions aren't left for later. */
  readonly approvals: PendingApprovals | undefined;
}

/**
 * Makes the agent of a session, with the models, limits, agent files and instructions of the settings.
 *
 * Errors: ConfigurationError `options-invalid` without a model, where the settings turn the agent off, and for a
 * conversation that can't be continued; ModelError when the model can't be opened.
 */
export async function openAgent(
  parts: AgentParts & { readonly conversations: AgentConversations },
  options: ToolwrightAgentOptions,
): Promise<Agent> {
  checkAgentOptions(options);
  const { setup, session, settings, host, conversations } = parts;
  const choice = agentFrom(settings.files);
  const open = (name: string): Promise<Model> => openNamed(name, choice, parts, options);
  const model = await modelOf(choice, options, open);
  const definitions = await definitionsFor(parts);
  const { compactAt = choice.compactAt } = options;
  const agents = new SubAgents({
    definitions,
    models: choice.models.map(modelSummary),
    openModel: open,
  });
  await session.attachAgent(setup.options.agents ?? agents);
  const hooks = parts.settingsHooks?.ofAgent(options.hooks) ?? options.hooks;
  const pieces = await promptOf(parts, options, definitions);
  const prompt = promptHashes(pieces, {
    roots: session.workspace.roots,
    home: realRoot(setup.places.home),
  });
  const agent = new Agent({
    session,
    model,
    system: systemPrompt(pieces),
    budgets: tightest(choice, options.budgets),
    agents,
    ...(compactAt !== undefined && { compactAt }),
    enableToolCalls: hasTools(parts, options),
    instructions: isTrusted(parts) ? findNested(session) : async () => [],
    ...(hooks !== undefined && { hooks }),
    ...(parts.approvals !== undefined && { pendingApprovals: parts.approvals }),
    ...(await conversations.begin(model.id, { ...options, prompt })),
  });
  if (setup.options.host?.askModel === undefined) host.askModel = agent.askModel;
  return agent;
}

/** The pieces of the agent's system prompt. */
export async function agentPrompt(
  parts: AgentParts,
  options: ToolwrightPromptOptions,
): Promise<readonly PromptPiece[]> {
  return promptOf(parts, options, await definitionsFor(parts));
}

async function promptOf(
  parts: AgentParts,
  options: ToolwrightPromptOptions,
  agents: readonly AgentDefinition[],
): Promise<readonly PromptPiece[]> {
  const { instructions, isUnattended } = options;
  const { session, setup } = parts;
  const { workspace, policy, tools } = session;
  const shown = (file: InstructionFile): InstructionFile => ({
    ...file,
    text: session.redact(file.text),
  });
  const own = ownInstructions(setup.places);
  return promptPieces({
    cwd: workspace.cwd,
    roots: workspace.roots,
    platform: process.platform,
    mode: policy.mode,
    isUnattended: isUnattended ?? setup.options.approver === undefined,
    answersLater: parts.approvals !== undefined && setup.options.approver === undefined,
    hasTools: hasTools(parts, options),
    hasOtherNames: tools.some(({ name, ruleName }) => name !== ruleName),
    hasSkills: tools.some(({ tool }) => tool.lists === "skills"),
    agents: agents.map(({ name, description }) => ({
      name,
      description: session.redact(description),
    })),
    ownInstructions: own === null ? undefined : shown(own),
    instructions: (await trustedInstructions(parts)).map(shown),
    hostInstructions: instructions === undefined ? undefined : session.redact(instructions),
    memory: await parts.memory(),
  });
}

/** The settings can take all tools away, too. */
function hasTools(
  { session }: Pick<AgentParts, "session">,
  { enableToolCalls = true }: ToolwrightPromptOptions,
): boolean {
  return enableToolCalls && session.tools.length > 0;
}

function isTrusted({ settings }: Pick<AgentParts, "settings">): boolean {
  return settings.trust.state === "trusted";
}

async function trustedInstructions({
  setup,
  session,
  settings,
}: AgentParts): Promise<readonly InstructionFile[]> {
  const files = await projectInstructions(session);
  if (files.length === 0 || isTrusted({ settings })) return files;
  const names = files.map(({ path }) => path).join(", ");
  setup.notices.tell(
    `${names} not read: this folder isn't trusted. To trust it: toolwright policy trust`,
  );
  return [];
}

async function definitionsFor({
  setup,
  settings,
}: AgentParts): Promise<readonly AgentDefinition[]> {
  const { definitions, notices } = await agentDefinitions(setup.places, settings);
  for (const notice of notices) setup.notices.tell(notice);
  return definitions;
}

async function modelOf(
  choice: AgentChoice,
  { model = choice.model }: ToolwrightAgentOptions,
  open: (name: string) => Promise<Model>,
): Promise<Model> {
  if (!choice.isEnabled) {
    throw optionsError("The settings turn the agent off: agent.enabled is false.");
  }
  if (model === undefined) {
    throw optionsError(
      'No model: give `model`, such as "anthropic/claude-sonnet-5", or set it in the settings.',
    );
  }
  return typeof model === "string" ? open(model) : model;
}

function openNamed(
  name: string,
  choice: AgentChoice,
  { setup }: AgentParts,
  { baseUrl }: ToolwrightAgentOptions,
): Promise<Model> {
  const settings = choice.models.find(({ id }) => id === name) ?? { id: name };
  const { id: _, tags: _tags, price, ...limits } = settings;
  return openModel(name, {
    environment: setup.variables,
    ...(baseUrl !== undefined && { baseUrl }),
    ...limits,
    ...(price !== undefined && {
      price: {
        inputUsd: price.input,
        outputUsd: price.output,
        cachedInputUsd: price.cachedInput ?? price.input,
      },
    }),
  });
}

function modelSummary({
  id,
  tags = [],
  contextTokens,
  price,
}: AgentChoice["models"][number]): ModelSummary {
  return {
    id,
    tags,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(price !== undefined && { price: { input: price.input, output: price.output } }),
  };
}

/** The given budgets with the limits of the settings. */
function tightest(choice: AgentChoice, budgets: AgentBudgets = {}): AgentBudgets {
  const least = (...limits: readonly (number | undefined)[]): number | undefined => {
    const given = limits.filter((limit) => limit !== undefined);
    return given.length === 0 ? undefined : Math.min(...given);
  };
  const limits = {
    maxSteps: least(choice.maxSteps, budgets.maxSteps),
    maxToolCalls: least(choice.maxToolCalls, budgets.maxToolCalls),
    maxDurationMs: least(choice.timeoutMs, budgets.maxDurationMs),
  };
  const known = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...budgets, ...(Object.fromEntries(known) as AgentBudgets) };
}
