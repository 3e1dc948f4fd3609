import type { DeferralLimits, Mode, Rule } from "@toolwright/core";
import type { ProgramLimits } from "@toolwright/core/ports";
import type { ProfileName } from "@toolwright/profiles";
import type { SearchServiceName } from "@toolwright/tools/internal";
import type { ServerSettings } from "@toolwright/tools/language-servers";
import type { SecretOptions } from "@toolwright/workspace/internal";

/** The content of a settings file, checked against `settings-schema.ts`; only the keys that this version uses. */
export interface Settings {
  readonly mode?: Mode;
  readonly profile?: ProfileName;
  readonly rules?: readonly Rule[];
  readonly roots?: readonly string[];
  /** False: the session has no tools. */
  readonly tools?: boolean | Readonly<Record<string, ToolSettings>>;
  readonly shell?: ShellSettings;
  readonly web?: WebSettings;
  readonly budgets?: BudgetSettings;
  readonly programs?: ProgramSettings;
  readonly stage?: StageSettings;
  /** The model's name, as `openModel` of `@toolwright/agent` takes it. */
  readonly model?: string;
  readonly models?: readonly ModelSettings[];
  readonly agent?: AgentSettings;
  /** Commands around calls and at points of an agent's work. */
  readonly hooks?: HookSettings;
  readonly secrets?: SecretOptions;
  /** Servers by name. `@toolwright/mcp` checks them, so that an invalid entry doesn't affect the others. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Variables that a trusted project's servers may use; ignored in a project's settings. */
  readonly mcpVariables?: readonly string[];
  /** Effects by SERVER/TOOL; ignored in a project's settings. */
  readonly mcpEffects?: Readonly<Record<string, string | readonly string[]>>;
  readonly discovery?: DiscoverySettings;
  /** The search service; ignored in a project's settings. */
  readonly webSearch?: WebSearchSettings;
  readonly skills?: SkillSettings;
  /** Language servers by name: a known one with other options, or another. */
  readonly languageServers?: Readonly<Record<string, ServerSettings>>;
  readonly diagnostics?: DiagnosticsSettings;
  /** Ignored in a project's settings. */
  readonly labels?: LabelSettings;
  /** Ignored in a project's settings. */
  readonly approvals?: ApprovalSettings;
  /** A number counts tools. */
  readonly deferToolsOver?: number | DeferralLimits;
}

/** Questions that are answered later. */
export interface ApprovalSettings {
  /** Public keys, as `toolwright approvals key` prints them. */
  readonly trustedKeys?: readonly string[];
  readonly expireAfterHours?: number;
}

/** By event. The form is the one of Claude Code. */
export type HookSettings = Readonly<Partial<Record<HookEventName, readonly HookGroupSettings[]>>>;

export type HookEventName =
  | "PreToolUse"
  | "PostToolUse"
  | "SessionStart"
  | "UserPromptSubmit"
  | "BeforeStep"
  | "AfterStep"
  | "PreCompact"
  | "Stop"
  | "SubagentStop";

export interface HookGroupSettings {
  /** A regular expression over the whole name: of the tool, the agent, the source or the trigger. */
  readonly matcher?: string;
  readonly hooks: readonly HookCommandSettings[];
}

export interface HookCommandSettings {
  readonly type: "command";
  /** A command line for bash. */
  readonly command: string;
  /** In seconds. */
  readonly timeout?: number;
  /** False runs it without a sandbox; ignored in a project's settings. */
  readonly sandbox?: boolean;
}

export interface SkillSettings {
  /** npm packages in the workspace's `node_modules` whose folder `skills` has skills. */
  readonly packages?: readonly string[];
}

export interface LabelSettings {
  /** Whether the session knows where the text in its context came from. */
  readonly enabled?: boolean;
}

export interface DiagnosticsSettings {
  /** Whether results of calls that changed files tell the new problems. */
  readonly afterEdits?: boolean;
}

/** The discovery commands, as a string or a list of words. */
export interface DiscoverySettings {
  readonly listCommand: string | readonly string[];
  readonly callCommand: string | readonly string[];
  /** The time limit of a call. */
  readonly timeoutMs?: number;
}

export interface ShellSettings {
  readonly sandbox?: "required" | "preferred" | "off";
  /** Hosts that commands may reach from the sandbox, as network patterns: `*.npmjs.org:443`. */
  readonly network?: readonly string[];
  /** The default time limit of a command. */
  readonly timeoutMs?: number;
}

/** How tools reach the web. */
export interface WebSettings {
  /** The URL of an HTTP proxy. Variables such as HTTPS_PROXY are ignored. */
  readonly proxy?: string;
}

/** What is known of a model. */
export interface ModelSettings {
  readonly id: string;
  readonly tags?: readonly string[];
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly silenceMs?: number;
  /** True is the default. */
  readonly images?: boolean;
  /** US dollars for a million tokens. */
  readonly price?: {
    readonly input: number;
    readonly output: number;
    readonly cachedInput?: number;
  };
}

/** The limits of an agent. */
export interface AgentSettings {
  readonly enabled?: boolean;
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
  readonly timeoutMs?: number;
  readonly model?: string;
  /** True is the default. */
  readonly compactAt?: number | boolean;
}

export interface WebSearchSettings {
  readonly provider: SearchServiceName;
  readonly url?: string;
  /** The name of the variable with the key. */
  readonly keyVariable?: string;
  /** Google's id of a search engine. */
  readonly engine?: string;
}

/** The limits of programs over tools. */
export type ProgramSettings = Partial<ProgramLimits>;

/** How much of a result a model gets, and how much is stored. */
export interface BudgetSettings {
  readonly outputTokens?: number;
  readonly outputBytes?: number;
  readonly structuredBytes?: number;
  readonly keptOutputs?: KeptOutputSettings;
  readonly journal?: JournalSettings;
}

export interface KeptOutputSettings {
  readonly maxAgeDays?: number;
  /** 0 stores none. */
  readonly maxMegabytes?: number;
}

export interface JournalSettings {
  readonly maxAgeDays?: number;
  readonly maxMegabytes?: number;
}

export interface StageSettings {
  /** The modes in which every call that may change something runs in a stage. */
  readonly modes?: readonly Mode[];
  /** `false` always copies the workspace instead of laying a view over it. */
  readonly overlay?: boolean;
}

/** The settings of single tools. */
export function toolSettings({ tools }: Settings): readonly (readonly [string, ToolSettings])[] {
  return typeof tools === "object" ? Object.entries(tools) : [];
}

export interface ToolSettings {
  readonly enabled?: boolean;
  readonly autoApprove?: boolean;
}

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A valid settings file. */
export interface SettingsFile {
  /** The path for messages. */
  readonly path: string;
  readonly layer: "administrator" | "user" | "project";
  /** Set for a trusted project's file; otherwise it can only tighten the policy. */
  readonly isTrusted?: true;
  /** For a project's file: the SHA-256 of its bytes, in hex. */
  readonly digest?: string;
  readonly settings: Settings;
  /** The position of the value at a path of keys and indexes, or of its nearest ancestor. */
  positionOf(path: readonly (string | number)[]): Position;
}
