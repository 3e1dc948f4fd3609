import type { Phrase } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import type { Grant } from "@toolwright/core";

const scopes: Readonly<Record<Grant["scope"], Phrase>> = {
  once: phrase("for one call"),
  session: phrase("for the first session that uses it"),
  project: phrase("for this folder"),
  user: phrase("for every folder"),
};

/** A grant in one line: its id, pattern and terms. */
export function describeGrant(grant: Grant): Phrase {
  return phrase("{id}: {pattern}, {terms}", {
    id: grant.id,
    pattern: grant.pattern,
    terms: termsOf(grant),
  });
}

/** A grant's scope and limits, a few words each. */
export function termsOf(grant: Grant): readonly Phrase[] {
  const { agent, scope, expiresAtMs, usesLeft, delegable } = grant;
  return [
    scopes[scope],
    ...(agent === undefined ? [] : [phrase("for the agent {agent}", { agent })]),
    ...(delegable === true ? [phrase("and its child agents")] : []),
    ...(grant.protected === true ? [phrase("protected paths included")] : []),
    ...(usesLeft === undefined || scope === "once"
      ? []
      : [counted("{count} use left", "{count} uses left", { count: usesLeft })]),
    ...(expiresAtMs === undefined ? [] : [phrase("until {time}", { time: timeText(expiresAtMs) })]),
  ];
}

/** A time to the minute, in UTC. */
export function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
