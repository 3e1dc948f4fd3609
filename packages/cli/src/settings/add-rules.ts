import type { Rule } from "@toolwright/core";
import { applyEdits, modify } from "jsonc-parser";
import { parseSettings, readSettingsFile } from "@toolwright/runtime/internal";
import { replaceSettingsFile } from "./replace-settings-file.ts";

export interface AddedRules {
  readonly added: readonly Rule[];
  /** Rules that are already there. */
  readonly known: readonly Rule[];
}

/**
 * Adds rules to the user's settings file and keeps everything else, comments included. Creates the
 * file if needed, and follows a link to it.
 *
 * Errors: ConfigurationError `settings-invalid` for a file with errors, which stays unchanged.
 */
export function addRules(path: string, rules: readonly Rule[]): AddedRules {
  const text = readSettingsFile(path)?.text ?? "";
  const { settings } = parseSettings(text, { path, layer: "user" });
  const there = new Set((settings.rules ?? []).map(canonical));
  const added = rules.filter((rule) => !there.has(canonical(rule)));
  const known = rules.filter((rule) => !added.includes(rule));
  if (added.length === 0) return { added, known };
  const next = withRules(text.trim() === "" ? "{}\n" : text, added, settings.rules === undefined);
  parseSettings(next, { path, layer: "user" });
  replaceSettingsFile(path, next);
  return { added, known };
}

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };

function withRules(text: string, rules: readonly Rule[], isFirst: boolean): string {
  if (isFirst) {
    return applyEdits(text, modify(text, ["rules"], rules, { formattingOptions }));
  }
  return rules.reduce((current, rule) => {
    const options = { formattingOptions, isArrayInsertion: true };
    return applyEdits(current, modify(current, ["rules", -1], rule, options));
  }, text);
}

/** Equal for equal rules, whatever the order of their fields. */
function canonical(rule: Rule): string {
  const fields = Object.entries(rule).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(fields);
}
