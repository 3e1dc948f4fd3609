import type { Grant } from "@toolwright/core";

const scopes: Readonly<Record<Grant["scope"], string>> = {
  once: "for one call",
  session: "for the first session that uses it",
  project: "for this folder",
  user: "for every folder",
};

/** A grant in one line: its id, pattern and terms. */
export function describeGrant(grant: Grant): string {
  return `${grant.id}: ${grant.pattern}, ${termsOf(grant).join(", ")}`;
}

/** A grant's scope and limits, a few words each. */
export function termsOf(grant: Grant): readonly string[] {
  const { agent, scope, expiresAtMs, usesLeft, delegable } = grant;
  return [
    scopes[scope],
    ...(agent === undefined ? [] : [`for the agent ${agent}`]),
    ...(delegable === true ? ["and its child agents"] : []),
    ...(grant.protected === true ? ["protected paths included"] : []),
    ...(usesLeft === undefined || scope === "once" ? [] : [usesText(usesLeft)]),
    ...(expiresAtMs === undefined ? [] : [`until ${timeText(expiresAtMs)}`]),
  ];
}

/** A time to the minute, in UTC. */
export function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function usesText(uses: number): string {
  return uses === 1 ? "1 use left" : `${uses} uses left`;
}
