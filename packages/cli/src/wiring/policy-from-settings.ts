import {
  ConfigurationError,
  type Mode,
  modes,
  type Policy,
  type PolicyLayer,
  parseRule,
  type Rule,
} from "@toolwright/core";
import type { ProfileName } from "@toolwright/tools/profiles";
import { settingsError } from "../settings/settings-error.ts";
import type { Settings, SettingsFile } from "../settings/settings.ts";

/** Makes the policy of the layers; throws ConfigurationError `policy-invalid`. */
export type PolicyMaker = (layers: readonly PolicyLayer[]) => Policy;

/**
 * The policy that the settings files make together. A project's file only tightens, so of it
 * its ask and deny rules count.
 *
 * Errors: CommandError `settings-invalid` with file, line and column of the rule that is wrong.
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
 * The mode to start in: the one that was asked for, else the last one the user's files name; a
 * stricter one of the project comes first.
 */
export function modeFrom(files: readonly SettingsFile[], asked: Mode | undefined): Mode {
  const wanted = asked ?? lastOf(files, (settings) => settings.mode) ?? "default";
  const ofProject = files
    .filter(({ layer }) => layer === "project")
    .map(({ settings }) => settings.mode ?? wanted);
  // `modes` goes from the strictest to the loosest: a project may only tighten.
  return modes.find((mode) => mode === wanted || ofProject.includes(mode)) ?? wanted;
}

/** The profile that was asked for, else the last one the user's files name. */
export function profileFrom(
  files: readonly SettingsFile[],
  asked: ProfileName | undefined,
): ProfileName {
  return asked ?? lastOf(files, (settings) => settings.profile) ?? "canonical";
}

/** The tools that the user's files or the project's switch off, by the names that stand there. */
export function disabledTools(files: readonly SettingsFile[]): readonly string[] {
  const isEnabled = new Map<string, boolean>();
  // The project's last, and only what it switches off.
  for (const wanted of ["user", "project"] as const) {
    for (const { settings } of files.filter(({ layer }) => layer === wanted)) {
      for (const [name, { enabled }] of Object.entries(settings.tools ?? {})) {
        if (enabled === false || (enabled === true && wanted === "user")) {
          isEnabled.set(name, enabled);
        }
      }
    }
  }
  return Array.from(isEnabled).flatMap(([name, enabled]) => (enabled ? [] : [name]));
}

function layersOf(file: SettingsFile): readonly PolicyLayer[] {
  const { path: source, settings } = file;
  if (file.layer === "project") {
    return [{ name: "project", source, rules: settings.rules ?? [], isTrusted: false }];
  }
  const approved = Object.entries(settings.tools ?? {})
    .filter(([, { autoApprove }]) => autoApprove === true)
    .map(([name]): Rule => ({ allow: `tool(${name})` }));
  const layers: PolicyLayer[] = [
    { name: "user", source, rules: [...(settings.rules ?? []), ...approved] },
  ];
  if (settings.shell?.sandbox === "required") {
    // A demanded sandbox that doesn't exist must stop commands, not be passed over.
    const why = `${source}: shell.sandbox is "required", and this version has no sandbox`;
    layers.push({
      name: "user",
      source: why,
      rules: [{ deny: "run(*)" }, { deny: "unknown(*)" }],
    });
  }
  return layers;
}

function throwAtWrongRule(file: SettingsFile, make: PolicyMaker): void {
  for (const [index, rule] of (file.settings.rules ?? []).entries()) {
    const position = file.positionOf(["rules", index]);
    const where = `${file.path}:${position.line}:${position.column}`;
    try {
      parseRule(rule, where);
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

function lastOf<Value>(
  files: readonly SettingsFile[],
  read: (settings: Settings) => Value | undefined,
): Value | undefined {
  return files
    .filter(({ layer }) => layer === "user")
    .map(({ settings }) => read(settings))
    .findLast((value) => value !== undefined);
}
