import type { DeferralLimits, Mode, Rule } from "@toolwright/core";
import type { ProfileName } from "@toolwright/profiles";
import type { SecretOptions } from "@toolwright/workspace/internal";

/** What a settings file says, checked against `settings-schema.ts`; only what this version uses. */
export interface Settings {
  readonly mode?: Mode;
  readonly profile?: ProfileName;
  readonly rules?: readonly Rule[];
  readonly roots?: readonly string[];
  readonly tools?: Readonly<Record<string, ToolSettings>>;
  readonly shell?: ShellSettings;
  readonly budgets?: BudgetSettings;
  /** Known, and of this version only the keys count: it says that they aren't used yet. */
  readonly hooks?: unknown;
  readonly secrets?: SecretOptions;
  /** By name; read by `@toolwright/mcp`, where a wrong entry costs itself alone. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Variables that a trusted project's servers may have; not a project's own word. */
  readonly mcpVariables?: readonly string[];
  /** By SERVER/TOOL; not a project's word. */
  readonly mcpEffects?: Readonly<Record<string, string | readonly string[]>>;
  readonly discovery?: DiscoverySettings;
  /** A number is one of tools. */
  readonly deferToolsOver?: number | DeferralLimits;
}

/** Commands as a text, or as their words. */
export interface DiscoverySettings {
  readonly listCommand: string | readonly string[];
  readonly callCommand: string | readonly string[];
  /** Of a call. */
  readonly timeoutMs?: number;
}

export interface ShellSettings {
  readonly sandbox?: "required" | "preferred" | "off";
  /** Hosts that commands may reach from the sandbox, as network patterns: `*.npmjs.org:443`. */
  readonly network?: readonly string[];
  /** Of a command that names no time limit. */
  readonly timeoutMs?: number;
}

/** How much of a result a model gets, and how much of what happened is kept. */
export interface BudgetSettings {
  readonly outputTokens?: number;
  readonly outputBytes?: number;
  readonly structuredBytes?: number;
  readonly keptOutputs?: KeptOutputSettings;
  readonly journal?: JournalSettings;
}

export interface KeptOutputSettings {
  readonly maxAgeDays?: number;
  /** 0: none is kept. */
  readonly maxMegabytes?: number;
}

export interface JournalSettings {
  readonly maxAgeDays?: number;
  readonly maxMegabytes?: number;
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

/** One settings file that was read and is well-formed. */
export interface SettingsFile {
  /** As shown to the person. */
  readonly path: string;
  readonly layer: "administrator" | "user" | "project";
  /** A project's file tightens only, unless a person accepted it as it is. */
  readonly isTrusted?: true;
  /** Of a project's file: the SHA-256 of its bytes, in hex. */
  readonly digest?: string;
  readonly settings: Settings;
  /** Where the value at a path of keys and indexes stands; the nearest one above when it is absent. */
  positionOf(path: readonly (string | number)[]): Position;
}
