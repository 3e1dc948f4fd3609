import { covers, type Effect } from "../effects/effect.ts";
import { type NetworkEffect, requestEffect } from "../effects/kinds/network.ts";
import { ToolError } from "../errors.ts";
import type { Web, WebRequest } from "../ports/web.ts";
import type { WebSearch } from "../ports/web-search.ts";
import { describeNeed } from "../session/needs.ts";
import type { Call } from "./call.ts";

/** A web access for tools: the session adds what only it knows. */
export interface CallWeb extends Pick<Web, "reasonAgainst"> {
  /**
   * As `Web.fetch`, for a URL that the call's effects cover.
   *
   * Errors: ToolError `permission-denied` for any other URL.
   */
  fetch(request: Omit<WebRequest, "isUnattended">): ReturnType<Web["fetch"]>;
}

/** Limits a call's requests to the hosts and ports of its effects. */
export function webOf(call: Call, effects: () => readonly Effect[]): CallWeb {
  const { web, approvals } = call.session;
  if (web === undefined) {
    throw new ToolError("tool-not-available", describeNeed(call.name, "web"));
  }
  return {
    reasonAgainst: (url) => web.reasonAgainst(url),
    async fetch(request) {
      assertCovered(call, effects(), requestEffect(request.url));
      return web.fetch({ ...request, isUnattended: !approvals.isAttended });
    },
  };
}

/** The session's search service, which is asked only if the call's effects cover its request. */
export function webSearchOf(call: Call, effects: () => readonly Effect[]): WebSearch {
  const { webSearch } = call.session;
  if (webSearch === undefined) {
    throw new ToolError("tool-not-available", describeNeed(call.name, "webSearch"));
  }
  const { service, effect } = webSearch;
  return {
    service,
    effect,
    async search(request) {
      assertCovered(call, effects(), effect);
      return webSearch.search(request);
    },
  };
}

function assertCovered(
  call: Call,
  effects: readonly Effect[],
  wanted: Required<NetworkEffect>,
): void {
  if (!call.isOver && effects.some((effect) => covers(effect, wanted))) return;
  throw new ToolError(
    "permission-denied",
    `'${call.name}' may not reach ${wanted.host}:${wanted.port}: it is not among the call's effects.`,
  );
}
