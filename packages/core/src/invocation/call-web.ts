import { covers, type Effect } from "../effects/effect.ts";
import { requestEffect } from "../effects/kinds/network.ts";
import { ToolError } from "../errors.ts";
import type { Web, WebRequest } from "../ports/web.ts";
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
      const wanted = requestEffect(request.url);
      if (call.isOver || !effects().some((effect) => covers(effect, wanted))) {
        throw new ToolError(
          "permission-denied",
          `'${call.name}' may not reach ${wanted.host}:${wanted.port}: it is not among the call's effects.`,
        );
      }
      return web.fetch({ ...request, isUnattended: !approvals.isAttended });
    },
  };
}
