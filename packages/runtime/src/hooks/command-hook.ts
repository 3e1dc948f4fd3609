import type { HookEventName, HookGroupSettings, SettingsFile } from "../settings/settings.ts";

/** A hook of the settings that counts. */
export interface CommandHook {
  readonly event: HookEventName;
  /** For messages: the command, cut. */
  readonly name: string;
  /** Null matches everything. */
  readonly matcher: RegExp | null;
  readonly command: string;
  readonly timeoutMs: number;
  readonly isConfined: boolean;
  /** Whether it is in the person's or the administrator's settings. */
  readonly isOwn: boolean;
  /** The settings file. */
  readonly source: string;
}

const defaultTimeoutS = 60;
const maxNameLength = 60;
const layers: readonly SettingsFile["layer"][] = ["administrator", "user", "project"];

/** The hooks of the settings, the administrator's first. Those of a project count only when it is trusted. */
export function commandHooksFrom(files: readonly SettingsFile[]): readonly CommandHook[] {
  return layers.flatMap((layer) =>
    files
      .filter((file) => file.layer === layer && (layer !== "project" || file.isTrusted === true))
      .flatMap(hooksOf),
  );
}

function hooksOf({ layer, path, settings }: SettingsFile): readonly CommandHook[] {
  const events = Object.entries(settings.hooks ?? {}) as [
    HookEventName,
    readonly HookGroupSettings[],
  ][];
  const isOwn = layer !== "project";
  return events.flatMap(([event, groups]) =>
    groups.flatMap(({ matcher = "*", hooks }) =>
      hooks.map(({ command, timeout = defaultTimeoutS, sandbox }) => ({
        event,
        name: nameOf(command),
        matcher: matcher === "" || matcher === "*" ? null : new RegExp(`^(?:${matcher})$`, "u"),
        command,
        timeoutMs: timeout * 1_000,
        isConfined: !(isOwn && sandbox === false),
        isOwn,
        source: path,
      })),
    ),
  );
}

function nameOf(command: string): string {
  const line = command.replaceAll(/\s+/gu, " ").trim();
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength).toWellFormed()}…` : line;
}
