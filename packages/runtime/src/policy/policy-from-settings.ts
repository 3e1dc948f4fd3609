import {
  ConfigurationError,
  type DeferralLimits,
  type Mode,
  modes,
  type Policy,
  type PolicyLayer,
  type Rule,
} from "@toolwright/core";
import { parseRule } from "@toolwright/core/internal";
import type { ProfileName } from "@toolwright/profiles";
import type { SecretOptions } from "@toolwright/workspace/internal";
import { settingsError } from "../errors.ts";
import {
  type BudgetSettings,
  type DiscoverySettings,
  type JournalSettings,
  type ModelSettings,
  type ProgramSettings,
  type Position,
  type Settings,
  type SettingsFile,
  type StageSettings,
  type ShellSettings,
  type WebSearchSettings,
  type WebSettings,
  toolSettings,
} from "../settings/settings.ts";

/** Creates a policy from layers; throws ConfigurationError `policy-invalid`. */
export type PolicyMaker = (layers: readonly PolicyLayer[]) => Policy;

/**
 * The policy of all settings files. From an untrusted project only the ask and deny rules count.
 *
 * Errors: ConfigurationError `settings-invalid` with file, line and column of the invalid rule.
 */
export function policyFromSettings(files: readonly SettingsFile[], make: PolicyMaker): Policy {
  try {
    return make(files.flatMap(layersOf));
  } catch (thrown) {
    if (!ConfigurationError.isInstance(thrown)) throw thrown;
    for (const file of files) throwAtWrongRule(file, make);
    throw thrown;
  }
}

/**
 * The initial mode: the requested one, otherwise the last one in the user's files, otherwise that of a
 * trusted project. A stricter mode of the project or the administrator overrides it.
 */
export function modeFrom(files: readonly SettingsFile[], asked: Mode | undefined): Mode {
  const wanted = asked ?? lastOf(files, (settings) => settings.mode) ?? "default";
  const ceilings = files
    .filter(({ layer }) => layer !== "user")
    .map(({ settings }) => settings.mode ?? wanted);
  // `modes` goes from the strictest to the loosest.
  return modes.find((mode) => mode === wanted || ceilings.includes(mode)) ?? wanted;
}

/** The requested profile, otherwise the last one in the settings. */
export function profileFrom(
  files: readonly SettingsFile[],
  asked: ProfileName | undefined,
): ProfileName {
  return asked ?? lastOf(files, (settings) => settings.profile) ?? "canonical";
}

/** The agent of all settings files: everybody may tighten a limit, but only trusted files name a model. */
export interface AgentChoice {
  readonly isEnabled: boolean;
  readonly model: string | undefined;
  /** All models of trusted files, each once. */
  readonly models: readonly ModelSettings[];
  readonly maxSteps: number | undefined;
  readonly maxToolCalls: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly compactAt: number | false | undefined;
}

export function agentFrom(files: readonly SettingsFile[]): AgentChoice {
  const smallest = (name: "maxSteps" | "maxToolCalls" | "timeoutMs"): number | undefined => {
    const limits = files.flatMap(({ settings }) => settings.agent?.[name] ?? []);
    return limits.length === 0 ? undefined : Math.min(...limits);
  };
  return {
    isEnabled: files.every(({ settings }) => settings.agent?.enabled !== false),
    model: lastOf(files, ({ agent, model }) => agent?.model ?? model),
    models: modelsOf(files),
    maxSteps: smallest("maxSteps"),
    maxToolCalls: smallest("maxToolCalls"),
    timeoutMs: smallest("timeoutMs"),
    compactAt: shareOf(lastOf(files, ({ agent }) => agent?.compactAt)),
  };
}

function shareOf(compactAt: number | boolean | undefined): number | false | undefined {
  return compactAt === true ? undefined : compactAt;
}

function modelsOf(files: readonly SettingsFile[]): readonly ModelSettings[] {
  const listed = files.filter(mayLoosen).flatMap(({ settings }) => settings.models ?? []);
  return [...new Map(listed.map((model) => [model.id, model])).values()];
}

/** Whether a file switches all tools off. */
export function hasNoTools(files: readonly SettingsFile[]): boolean {
  return files.some(({ settings }) => settings.tools === false);
}

/** The names of the disabled tools in the settings. The user's settings override those of a project. */
export function disabledTools(files: readonly SettingsFile[]): readonly string[] {
  const isEnabled = new Map<string, boolean>();
  for (const { settings } of files.filter(mayLoosen).toSorted(byWeight)) {
    for (const [name, { enabled }] of toolSettings(settings)) {
      if (enabled !== undefined) isEnabled.set(name, enabled);
    }
  }
  // Nobody can enable a tool that a project or the administrator disables.
  for (const { settings } of files.filter(({ layer }) => layer !== "user")) {
    for (const [name, { enabled }] of toolSettings(settings)) {
      if (enabled === false) isEnabled.set(name, false);
    }
  }
  return Array.from(isEnabled).flatMap(([name, enabled]) => (enabled ? [] : [name]));
}

/**
 * The shell settings. The administrator's values override the user's, and those override a trusted
 * project's. A sandbox is required if any file requires it.
 */
export function shellFrom(files: readonly SettingsFile[]): ShellSettings {
  const isRequired = files.some(({ settings }) => settings.shell?.sandbox === "required");
  const merged: ShellSettings = mergedOf(files, ({ shell }) => shell);
  return isRequired ? { ...merged, sandbox: "required" } : merged;
}

/** How tools reach the web, with the same order of files. An untrusted project has no influence on it. */
export function webFrom(files: readonly SettingsFile[]): WebSettings {
  return mergedOf(files, ({ web }) => web);
}

/** The limits of programs, with the same order of files. */
export function programsFrom(files: readonly SettingsFile[]): ProgramSettings {
  return mergedOf(files, ({ programs }) => programs);
}

/**
 * The budgets, with the same order of files. An untrusted project has no influence on budgets.
 */
export function budgetsFrom(files: readonly SettingsFile[]): BudgetSettings {
  const keptOutputs = mergedOf(files, ({ budgets }) => budgets?.keptOutputs);
  return { ...mergedOf(files, ({ budgets }) => budgets), keptOutputs };
}

function mergedOf<Part extends object>(
  files: readonly SettingsFile[],
  partOf: (settings: Settings) => Part | undefined,
): Partial<Part> {
  return Object.assign(
    {},
    ...files
      .filter(mayLoosen)
      .toSorted(byWeight)
      .map(({ settings }) => partOf(settings)),
  );
}

/** The keys whose answers also count, and for how long. Project settings are ignored, even trusted ones. */
export function approvalsFrom(files: readonly SettingsFile[]): {
  readonly trustedKeys: readonly string[];
  readonly validForMs: number;
} {
  const own = files.filter(({ layer }) => layer !== "project").toSorted(byWeight);
  const hours = own.findLast(({ settings }) => settings.approvals?.expireAfterHours);
  return {
    trustedKeys: own.flatMap(({ settings }) => settings.approvals?.trustedKeys ?? []),
    validForMs: Math.round((hours?.settings.approvals?.expireAfterHours ?? 24) * 3_600_000),
  };
}

/** The search service: the administrator's, otherwise the last one in the user's files. */
export function webSearchFrom(files: readonly SettingsFile[]): WebSearchSettings | undefined {
  const own = files.filter(({ layer }) => layer !== "project");
  return own.toSorted(byWeight).findLast(({ settings }) => settings.webSearch)?.settings.webSearch;
}

/** Whether sessions have labels: the administrator decides, otherwise the user. No project switches a protection. */
export function hasLabels(files: readonly SettingsFile[]): boolean {
  const own = files.filter(({ layer }) => layer !== "project").toSorted(byWeight);
  const chosen = own.findLast(({ settings }) => settings.labels?.enabled !== undefined);
  return chosen?.settings.labels?.enabled ?? true;
}

/** The journal limits in the settings. */
export function journalFrom(files: readonly SettingsFile[]): JournalSettings {
  return mergedOf(files, ({ budgets }) => budgets?.journal);
}

/** The settings of stages: which calls run in one, and how they are made. */
export function stageFrom(files: readonly SettingsFile[]): StageSettings {
  return mergedOf(files, ({ stage }) => stage);
}

/** The limits above which a model finds tools through a search. */
export function deferralFrom(files: readonly SettingsFile[]): DeferralLimits {
  const limits = lastOf(files, (settings) => settings.deferToolsOver) ?? defaultDeferral;
  return typeof limits === "number" ? { tools: limits } : limits;
}

/** Models choose worse among more tools, and these tokens are a tenth of a common context. */
const defaultDeferral: DeferralLimits = { tools: 30, tokens: 10_000 };

/** The discovery commands, and the file that names them. */
export interface DiscoverySource {
  readonly discovery: DiscoverySettings;
  readonly file: SettingsFile;
}

/** The discovery commands of one file, as they belong together; null if there are none. */
export function discoveryFrom(files: readonly SettingsFile[]): DiscoverySource | null {
  const counting = files.filter((file) => mayLoosen(file) && file.settings.discovery !== undefined);
  const lastIn = (layer: SettingsFile["layer"]): SettingsFile | undefined =>
    counting.findLast((file) => file.layer === layer);
  const file = lastIn("user") ?? lastIn("project") ?? lastIn("administrator");
  const discovery = file?.settings.discovery;
  return file === undefined || discovery === undefined ? null : { discovery, file };
}

/** The language servers of the settings, and whether calls that changed files are checked. */
export function languageServersFrom(files: readonly SettingsFile[]): {
  readonly servers: NonNullable<Settings["languageServers"]>;
  readonly checksAfterEdits: boolean;
} {
  return {
    servers: mergedOf(files, ({ languageServers }) => languageServers) as NonNullable<
      Settings["languageServers"]
    >,
    checksAfterEdits: lastOf(files, ({ diagnostics }) => diagnostics?.afterEdits) ?? true,
  };
}

/** All secrets that any file names. Exceptions loosen, so they need trust. */
export function secretsFrom(files: readonly SettingsFile[]): SecretOptions {
  const all = (wished: "variables" | "patterns" | "except"): readonly string[] =>
    files
      .filter((file) => wished !== "except" || mayLoosen(file))
      .flatMap(({ settings }) => settings.secrets?.[wished] ?? []);
  // A key's variable may have a name that doesn't look secret.
  const keys = files.flatMap(({ settings }) => settings.webSearch?.keyVariable ?? []);
  return {
    variables: [...all("variables"), ...keys],
    patterns: all("patterns"),
    except: all("except"),
  };
}

const weights: Readonly<Record<SettingsFile["layer"], number>> = {
  project: 0,
  user: 1,
  administrator: 2,
};

function byWeight(one: SettingsFile, other: SettingsFile): number {
  return weights[one.layer] - weights[other.layer];
}

function mayLoosen({ layer, isTrusted }: SettingsFile): boolean {
  return layer !== "project" || isTrusted === true;
}

/** A rule of a settings file, and its position. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly position: Position;
  /** False for an allow rule of an untrusted project. */
  readonly counts: boolean;
}

/** Every rule of a file; rules from `autoApprove` are last. */
export function rulesOf(file: SettingsFile): readonly PlacedRule[] {
  const { rules = [] } = file.settings;
  const placed = (rule: Rule, path: readonly (string | number)[]): PlacedRule => ({
    rule,
    position: file.positionOf(path),
    counts: rule.allow === undefined || mayLoosen(file),
  });
  return [
    ...rules.map((rule, index) => placed(rule, ["rules", index])),
    ...approvedIn(file.settings).map((tool) =>
      placed({ allow: `tool(${tool})` }, ["tools", tool, "autoApprove"]),
    ),
  ];
}

function approvedIn(settings: Settings): readonly string[] {
  return toolSettings(settings).flatMap(([tool, { autoApprove }]) =>
    autoApprove === true ? [tool] : [],
  );
}

function layersOf(file: SettingsFile): readonly PolicyLayer[] {
  const { path: source, layer: name, settings } = file;
  const approved = approvedIn(settings).map((tool): Rule => ({ allow: `tool(${tool})` }));
  return [
    {
      name,
      source,
      rules: [...(settings.rules ?? []), ...approved],
      isTrusted: mayLoosen(file),
    },
  ];
}

function throwAtWrongRule(file: SettingsFile, make: PolicyMaker): void {
  for (const [index, rule] of (file.settings.rules ?? []).entries()) {
    const position = file.positionOf(["rules", index]);
    const where = `${file.path}:${position.line}:${position.column}`;
    try {
      parseRule(rule, where);
      // A rule must be valid even if it doesn't count.
      make([{ name: file.layer, source: file.path, rules: [rule] }]);
    } catch (thrown) {
      if (!ConfigurationError.isInstance(thrown)) throw thrown;
      const message = thrown.message.startsWith(`${where}: `)
        ? thrown.message.slice(where.length + 2)
        : thrown.message;
      throw settingsError(file.path, message, position);
    }
  }
}

/** The last value in the user's files, otherwise that of a trusted project, otherwise the administrator's. */
function lastOf<Value>(
  files: readonly SettingsFile[],
  read: (settings: Settings) => Value | undefined,
): Value | undefined {
  const lastIn = (wanted: SettingsFile["layer"]): Value | undefined =>
    files
      .filter((file) => file.layer === wanted && mayLoosen(file))
      .map(({ settings }) => read(settings))
      .findLast((value) => value !== undefined);
  return lastIn("user") ?? lastIn("project") ?? lastIn("administrator");
}
