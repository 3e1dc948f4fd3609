import { convertRule } from "./convert-rule.ts";
import type { ImportedRule, RuleDecision } from "./imported-rule.ts";
import type { PathPlace } from "./path-pattern.ts";

export interface ImportedSettings {
  readonly imported: readonly ImportedRule[];
  /** Other permission settings, and their equivalent here. */
  readonly notes: readonly string[];
}

const decisions: readonly RuleDecision[] = ["deny", "ask", "allow"];

const modes: Readonly<Record<string, string>> = {
  acceptEdits: "accept-edits",
  default: "default",
  plan: "plan",
};

/**
 * Converts the permissions of Claude Code's settings to our rules.
 *
 * Shapes: `value` is the settings file's JSON, or only its `permissions`. Null if it is neither.
 */
export function convertSettings(value: unknown, place: PathPlace): ImportedSettings | null {
  const whole = recordOf(value);
  const permissions = recordOf(whole?.["permissions"]) ?? whole;
  if (permissions === null) return null;
  const lists = decisions.filter((decision) => Array.isArray(permissions[decision]));
  if (lists.length === 0 && recordOf(whole?.["permissions"]) === null) return null;
  const imported = lists.flatMap((decision) =>
    (permissions[decision] as readonly unknown[]).map((rule): ImportedRule => {
      if (typeof rule === "string") return convertRule(decision, rule, place);
      return { from: `${decision} ${JSON.stringify(rule)}`, rules: [], note: "it isn't a string" };
    }),
  );
  return { imported, notes: notesOn(permissions) };
}

function notesOn(permissions: Readonly<Record<string, unknown>>): readonly string[] {
  const { defaultMode, additionalDirectories, disableBypassPermissionsMode } = permissions;
  const notes: string[] = [];
  if (typeof defaultMode === "string") {
    const mode = modes[defaultMode];
    notes.push(
      mode === undefined
        ? `defaultMode ${defaultMode}: there is no such mode here`
        : `defaultMode ${defaultMode}: put "mode": "${mode}" into your settings`,
    );
  }
  if (Array.isArray(additionalDirectories) && additionalDirectories.length > 0) {
    notes.push(
      `additionalDirectories: put "roots": ${JSON.stringify(additionalDirectories)} into your settings`,
    );
  }
  if (disableBypassPermissionsMode !== undefined) {
    notes.push(
      "disableBypassPermissionsMode: no mode here skips permissions, so there is nothing to disable",
    );
  }
  return notes;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
