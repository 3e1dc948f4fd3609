import { type Effect, isPathEffect, kindOf } from "../effects/effect.ts";
import { isRecursive } from "../effects/kinds/path-effects.ts";
import type { ModeRow } from "./mode-row.ts";
import { depthInRoots, namesOf } from "./path-names.ts";
import type { Place } from "./place.ts";
import type { Decision, Mode } from "./policy.ts";
import type { Protection } from "./protection.ts";

const answer = "--yes";

/** For a proof: how a person could change a rule's decision. */
export function changeOfRule(rule: {
  readonly decision: Decision;
  readonly text: string;
  readonly source: string;
  readonly isAlways: boolean;
}): string {
  const removal = `remove the rule "${rule.text}" from ${rule.source}`;
  if (rule.decision !== "ask") return removal;
  return rule.isAlways
    ? `${answer} (each time, because the rule says "always"), or ${removal}`
    : `${answer}, or ${removal}`;
}

export function changeOfProtection(protection: Protection, effect: Effect, place: Place): string {
  const pattern = protection.isFixed === true ? null : safePattern(effect, place);
  if (pattern === null || (isPathEffect(effect) && isRecursive(effect))) return answer;
  const rule = `{ "allow": ${JSON.stringify(pattern)}, "protected": true }`;
  return `${answer}, or a rule ${rule} in the user's settings`;
}

export function changeOfMode(
  effect: Effect,
  decision: Decision,
  { cells }: ModeRow,
  mode: Mode,
  place: Place,
): string {
  if (decision === "deny") return "another mode, such as --mode default";
  const ways = [answer];
  if (cells["accept-edits"] === "allow") ways.push("--mode accept-edits");
  else if (cells.auto === "allow") ways.push("--mode auto");
  else if (cells.auto === "sandbox") {
    ways.push(mode === "auto" ? "a working sandbox, --unsandboxed" : "--mode auto in a sandbox");
  }
  const pattern = safePattern(effect, place);
  if (pattern !== null) ways.push(`a rule { "allow": ${JSON.stringify(pattern)} }`);
  return listed(ways);
}

/** A proof never tells where a link leads outside the workspace. */
function safePattern(effect: Effect, place: Place): string | null {
  if (isPathEffect(effect) && effect.realPath !== effect.path) {
    const names = effect.realPath === undefined ? null : namesOf(effect.realPath);
    if (names === null || depthInRoots(names, place.rootNames) === -1) return null;
  }
  return kindOf(effect).narrowestPattern(effect, place);
}

function listed(ways: readonly string[]): string {
  if (ways.length < 3) return ways.join(" or ");
  return `${ways.slice(0, -1).join(", ")}, or ${ways.at(-1)}`;
}
