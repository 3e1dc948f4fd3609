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
import type {
  BudgetSettings,
  DiscoverySettings,
  JournalSettings,
  Position,
  Settings,
  SettingsFile,
  ShellSettings,
} from "../settings/settings.ts";

/** Makes the policy of the layers; throws ConfigurationError `policy-invalid`. */
export type PolicyMaker = (layers: readonly PolicyLayer[]) => Policy;

/**
 * The policy that the settings files make together. Of a project's file that isn't trusted its ask
 * and deny rules count.
 *
 * Errors: ConfigurationError `settings-invalid` with file, line and column of the rule that is wrong.
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
 * The mode to start in: the one that was asked for, else the last one that the user's files name,
 * else a trusted project's; a stricter one of the project or the administrator comes first.
 */
export function modeFrom(files: readonly SettingsFile[], asked: Mode | undefined): Mode {
  const wanted = asked ?? lastOf(files, (settings) => settings.mode) ?? "default";
  const ceilings = files
    .filter(({ layer }) => layer !== "user")
    .map(({ settings }) => settings.mode ?? wanted);
  // `modes` goes from the strictest to the loosest.
  return modes.find((mode) => mode === wanted || ceilings.includes(mode)) ?? wanted;
}

/** The profile that was asked for, else the last one that the settings name. */
export function profileFrom(
  files: readonly SettingsFile[],
  asked: ProfileName | undefined,
): ProfileName {
  return asked ?? lastOf(files, (settings) => settings.profile) ?? "canonical";
}

/** The tools that are switched off, by the names that stand there; the user's word beats a project's. */
export function disabledTools(files: readonly SettingsFile[]): readonly string[] {
  const isEnabled = new Map<string, boolean>();
  for (const { settings } of files.filter(mayLoosen).toSorted(byWeight)) {
    for (const [name, { enabled }] of Object.entries(settings.tools ?? {})) {
      if (enabled !== undefined) isEnabled.set(name, enabled);
    }
  }
  // What a project or the administrator switches off nobody switches on.
  for (const { settings } of files.filter(({ layer }) => layer !== "user")) {
    for (const [name, { enabled }] of Object.entries(settings.tools ?? {})) {
      if (enabled === false) isEnabled.set(name, false);
    }
  }
  return Array.from(isEnabled).flatMap(([name, enabled]) => (enabled ? [] : [name]));
}

/**
 * How commands run: the administrator's word before the user's, and that before a trusted
 * project's. A sandbox that anybody requires is required.
 */
export function shellFrom(files: readonly SettingsFile[]): ShellSettings {
  const isRequired = files.some(({ settings }) => settings.shell?.sandbox === "required");
  const merged: ShellSettings = mergedOf(files, ({ shell }) => shell);
  return isRequired ? { ...merged, sandbox: "required" } : merged;
}

/**
 * The administrator's word before the user's, and that before a trusted project's. A project that
 * isn't trusted has no say in what models and disks are filled with.
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

/** How long the journal is kept, as far as the settings say it. */
export function journalFrom(files: readonly SettingsFile[]): JournalSettings {
  return mergedOf(files, ({ budgets }) => budgets?.journal);
}

/** How much a model is shown before the rest is found through a search. */
export function deferralFrom(files: readonly SettingsFile[]): DeferralLimits {
  const limits = lastOf(files, (settings) => settings.deferToolsOver) ?? defaultDeferral;
  return typeof limits === "number" ? { tools: limits } : limits;
}

/** Models choose worse among more, and a tenth of a common context is spent. */
const defaultDeferral: DeferralLimits = { tools: 30, tokens: 10_000 };

/** Who named the commands that tools come from. */
export interface DiscoverySource {
  readonly discovery: DiscoverySettings;
  readonly file: SettingsFile;
}

/** Both commands of one file, as neither says much without the other; null when none counts. */
export function discoveryFrom(files: readonly SettingsFile[]): DiscoverySource | null {
  const counting = files.filter((file) => mayLoosen(file) && file.settings.discovery !== undefined);
  const lastIn = (layer: SettingsFile["layer"]): SettingsFile | undefined =>
    counting.findLast((file) => file.layer === layer);
  const file = lastIn("user") ?? lastIn("project") ?? lastIn("administrator");
  const discovery = file?.settings.discovery;
  return file === undefined || discovery === undefined ? null : { discovery, file };
}

/** Whatever anybody wants hidden is; what is excepted loosens. */
export function secretsFrom(files: readonly SettingsFile[]): SecretOptions {
  const all = (wished: "variables" | "patterns" | "except"): readonly string[] =>
    files
      .filter((file) => wished !== "except" || mayLoosen(file))
      .flatMap(({ settings }) => settings.secrets?.[wished] ?? []);
  return { variables: all("variables"), patterns: all("patterns"), except: all("except") };
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

/** A rule that a settings file makes, and where it stands there. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly position: Position;
  /** An allow of a project that isn't trusted doesn't. */
  readonly counts: boolean;
}

/** Every rule of a file, those that stand for `autoApprove` last. */
export function rulesOf(file: SettingsFile): readonly PlacedRule[] {
  const { rules = [], tools = {} } = file.settings;
  const placed = (rule: Rule, path: readonly (string | number)[]): PlacedRule => ({
    rule,
    position: file.positionOf(path),
    counts: rule.allow === undefined || mayLoosen(file),
  });
  return [
    ...rules.map((rule, index) => placed(rule, ["rules", index])),
    ...approvedIn(tools).map((tool) =>
      placed({ allow: `tool(${tool})` }, ["tools", tool, "autoApprove"]),
    ),
  ];
}

function approvedIn(tools: NonNullable<Settings["tools"]>): readonly string[] {
  return Object.entries(tools).flatMap(([tool, { autoApprove }]) =>
    autoApprove === true ? [tool] : [],
  );
}

function layersOf(file: SettingsFile): readonly PolicyLayer[] {
  const { path: source, layer: name, settings } = file;
  const approved = approvedIn(settings.tools ?? {}).map(
    (tool): Rule => ({ allow: `tool(${tool})` }),
  );
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
      // A rule that doesn't count has to be one all the same.
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

/** The user's last word; without one a trusted project's, without that the administrator's. */
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
