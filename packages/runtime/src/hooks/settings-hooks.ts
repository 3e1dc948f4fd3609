import type { AgentHook, AgentHookFacts, AgentHooks, StopFacts } from "@toolwright/agent";
import { type AfterHook, type BeforeHook, type Hooks, type Mode, text } from "@toolwright/core";
import { type HookFacts, messageOf } from "@toolwright/core/internal";
import { namesInProfiles } from "@toolwright/profiles";
import type { HookEventName } from "../settings/settings.ts";
import type { CommandHook } from "./command-hook.ts";
import { type HookAnswer, readHookAnswer } from "./hook-answer.ts";
import { type HookSurroundings, runHookCommand } from "./run-command.ts";

export interface SettingsHooksOptions extends HookSurroundings {
  /** The hooks that count now. */
  readonly hooks: () => readonly CommandHook[];
  readonly tell: (notice: string) => void;
}

/** The time in which a command that took too long can still say so itself. */
const graceMs = 5_000;

/** The names of modes that hooks of Claude Code know. */
const modeNames: Readonly<Record<Mode, string>> = {
  plan: "plan",
  default: "default",
  "accept-edits": "acceptEdits",
  auto: "auto",
};

/** One event of the settings at a point of an agent. */
interface AgentEventForm<Facts, Answer> {
  /** Whether the hook runs at all. Default: always. */
  readonly applies?: (facts: Facts) => boolean;
  /** The name that the matcher is for. Default: matchers don't count. */
  readonly subject?: (facts: Facts) => string;
  /** What the command gets besides the common fields. */
  readonly input: (facts: Facts) => Readonly<Record<string, unknown>>;
  /** Errors: Error for an answer that means nothing here. */
  readonly answer: (answer: HookAnswer) => Answer;
}

/** The commands that the settings have as hooks. */
export class SettingsHooks {
  readonly #options: SettingsHooksOptions;
  /** The notices so far; each is told once. */
  readonly #told = new Set<string>();

  constructor(options: SettingsHooksOptions) {
    this.#options = options;
  }

  /** The hooks around calls, after the program's own. */
  around(given: Hooks = {}): Hooks {
    const before = (): readonly BeforeHook[] =>
      this.#of("PreToolUse").map((hook) => this.#beforeHook(hook));
    const after = (): readonly AfterHook[] =>
      this.#of("PostToolUse").map((hook) => this.#afterHook(hook));
    // Read for each call, because settings and trust can change.
    return {
      get before() {
        return [...(given.before ?? []), ...before()];
      },
      get after() {
        return [...(given.after ?? []), ...after()];
      },
    };
  }

  /** The hooks of an agent, after the program's own. */
  ofAgent(given: AgentHooks = {}): AgentHooks {
    const { sessionStart, userPrompt, beforeStep, afterStep, preCompact, stop, subagentStop } =
      eventForms;
    const hooks = <Facts extends AgentHookFacts, Answer>(
      event: HookEventName,
      form: AgentEventForm<Facts, Answer>,
    ): readonly AgentHook<Facts, Answer>[] =>
      this.#of(event).map((hook) => this.#agentHook(hook, form));
    return {
      get "session-start"() {
        return [...(given["session-start"] ?? []), ...hooks("SessionStart", sessionStart)];
      },
      get "before-step"() {
        return [
          ...(given["before-step"] ?? []),
          ...hooks("UserPromptSubmit", userPrompt),
          ...hooks("BeforeStep", beforeStep),
        ];
      },
      get "after-step"() {
        return [...(given["after-step"] ?? []), ...hooks("AfterStep", afterStep)];
      },
      get "before-compaction"() {
        return [...(given["before-compaction"] ?? []), ...hooks("PreCompact", preCompact)];
      },
      get stop() {
        return [
          ...(given.stop ?? []),
          ...hooks("Stop", stop),
          ...hooks("SubagentStop", subagentStop),
        ];
      },
    };
  }

  #of(event: HookEventName): readonly CommandHook[] {
    return this.#options.hooks().filter((hook) => hook.event === event);
  }

  #beforeHook(hook: CommandHook): BeforeHook {
    return {
      name: hook.name,
      timeoutMs: hook.timeoutMs + graceMs,
      run: async (call) => {
        if (!(await matchesTool(hook, call))) return undefined;
        const answer = await this.#run(hook, callInput(call), call);
        const deny = answer.block ?? answer.stop;
        if (deny !== null) return { deny };
        return "input" in answer ? { input: answer.input } : undefined;
      },
    };
  }

  #afterHook(hook: CommandHook): AfterHook {
    return {
      name: hook.name,
      timeoutMs: hook.timeoutMs + graceMs,
      reformats: true,
      run: async (call) => {
        if (!(await matchesTool(hook, call))) return undefined;
        const { content, status, structured } = call.outcome;
        const response = { content, structured, is_error: status !== "ok" };
        const input = { ...callInput(call), tool_response: response };
        const { block, stop, context } = await this.#run(hook, input, call).catch(
          (thrown: unknown) => this.#fail(hook, thrown),
        );
        const said = [block ?? stop ?? "", context].filter((part) => part !== "");
        if (said.length === 0) return undefined;
        const note = text(`The hook '${hook.name}' says: ${said.join("\n")}`);
        return { result: { content: [...content, note] } };
      },
    };
  }

  #agentHook<Facts extends AgentHookFacts, Answer>(
    hook: CommandHook,
    { applies = () => true, subject, input, answer }: AgentEventForm<Facts, Answer>,
  ): AgentHook<Facts, Answer> {
    return {
      name: hook.name,
      timeoutMs: hook.timeoutMs + graceMs,
      run: async (facts) => {
        if (!applies(facts)) return undefined;
        if (subject !== undefined && hook.matcher?.test(subject(facts)) === false) return undefined;
        return answer(await this.#run(hook, input(facts), facts));
      },
    };
  }

  async #run(
    hook: CommandHook,
    input: Readonly<Record<string, unknown>>,
    { sessionId, cwd, mode, signal }: Pick<AgentHookFacts, "sessionId" | "cwd" | "mode" | "signal">,
  ): Promise<HookAnswer> {
    const common = {
      session_id: sessionId,
      cwd,
      permission_mode: modeNames[mode],
      hook_event_name: hook.event,
    };
    const output = await runHookCommand(hook, { ...common, ...input }, this.#options, {
      mode,
      signal,
    });
    const answer = readHookAnswer(output);
    if (answer.approves) this.#reportApproval(hook);
    return answer;
  }

  #reportApproval({ name, source }: CommandHook): void {
    this.#tell(
      `${source}: the hook '${name}' tried to approve, which has no effect. Only you and your rules approve calls`,
    );
  }

  /** A hook after a call changes nothing when it fails, so nobody would notice. */
  #fail({ name, source }: CommandHook, thrown: unknown): never {
    this.#tell(`${source}: the hook '${name}' failed: ${messageOf(thrown)}`);
    throw thrown;
  }

  #tell(notice: string): void {
    if (this.#told.has(notice)) return;
    this.#told.add(notice);
    this.#options.tell(notice);
  }
}

async function matchesTool({ matcher }: CommandHook, { tool }: HookFacts): Promise<boolean> {
  if (matcher === null || matcher.test(tool.name)) return true;
  const names = await namesInProfiles(tool.ruleName);
  return names.some((name) => matcher.test(name));
}

function callInput({ tool, input, callId, agent }: HookFacts): Readonly<Record<string, unknown>> {
  return {
    tool_name: tool.name,
    tool_input: input,
    tool_use_id: callId,
    ...(agent.depth > 0 && { agent_type: agent.name }),
  };
}

const isMain = ({ agent }: AgentHookFacts): boolean => agent.depth === 0;

const contextOrEnd = ({
  block,
  stop,
  context,
}: HookAnswer): { readonly context: string; readonly end?: string } => {
  const end = block ?? stop;
  return { context, ...(end !== null && { end }) };
};

interface EventForms {
  readonly sessionStart: FormOf<"session-start">;
  readonly userPrompt: FormOf<"before-step">;
  readonly beforeStep: FormOf<"before-step">;
  readonly afterStep: FormOf<"after-step">;
  readonly preCompact: FormOf<"before-compaction">;
  readonly stop: FormOf<"stop">;
  readonly subagentStop: FormOf<"stop">;
}

/** How each event of an agent is told to a command, and what its answer means. */
const eventForms: EventForms = {
  sessionStart: {
    applies: isMain,
    subject: ({ source }) => source,
    input: ({ source }) => ({ source }),
    answer: ({ block, context }) => {
      if (block !== null) throw new Error(block);
      return { context };
    },
  },
  userPrompt: {
    applies: (facts) => isMain(facts) && facts.prompt !== undefined,
    input: ({ prompt }) => ({ prompt }),
    answer: contextOrEnd,
  },
  beforeStep: {
    input: ({ step, agent }) => ({ step, agent_type: agent.name }),
    answer: contextOrEnd,
  },
  afterStep: {
    input: ({ step, agent, text: said }) => ({
      step,
      agent_type: agent.name,
      last_assistant_message: said,
    }),
    answer: () => undefined,
  },
  preCompact: {
    subject: ({ trigger }) => trigger,
    input: ({ trigger }) => ({ trigger, custom_instructions: "" }),
    answer: ({ block }) => {
      if (block !== null) throw new Error(`a hook can't prevent a compaction: ${block}`);
    },
  },
  stop: {
    applies: isMain,
    input: stopInput,
    answer: ({ block }) => (block === null ? {} : { continue: block }),
  },
  subagentStop: {
    applies: (facts) => !isMain(facts),
    subject: ({ agent }) => agent.name,
    input: stopInput,
    answer: ({ block }) => (block === null ? {} : { continue: block }),
  },
};

type FormOf<Point extends keyof AgentHooks> =
  NonNullable<AgentHooks[Point]>[number] extends AgentHook<infer Facts, infer Answer>
    ? AgentEventForm<Facts, Answer>
    : never;

function stopInput({ continued, text: said, agent }: StopFacts): Readonly<Record<string, unknown>> {
  return { stop_hook_active: continued > 0, last_assistant_message: said, agent_type: agent.name };
}
