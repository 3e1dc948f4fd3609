import { cutText } from "../text/cut-text.ts";
import { ToolError } from "../errors.ts";
import { nearestNames } from "../registry/nearest-names.ts";
import { ownNameOf, type RegisteredTool } from "../registry/registered-tool.ts";
import type { Call } from "./call.ts";
import type { CallHost } from "./call-host.ts";
import type { Meant, Resolved } from "./stages.ts";

/** How many names a message lists before it counts the rest. */
const maxListed = 40;

/**
 * Stage 1: finds the tool of that name in the session's set.
 *
 * Errors: `tool-not-found` with the nearest and the available names; `tool-not-available` when the tool
 * exists, but not for this agent; `input-invalid` for an id that was used before.
 */
export function resolveTool(call: Call, { reshaped }: Meant): Resolved {
  const { session, name, callId } = call;
  if (call.isRepeated) {
    throw new ToolError(
      "input-invalid",
      `The call id '${cutText(callId, 80)}' was used before in this session. Give each call its own id.`,
    );
  }
  const registered = session.find(name);
  // A deferred tool can be called by its name without a search.
  if (registered !== undefined) return call.reach({ call, registered, repairs: reshaped });
  const reason = session.whyNotAvailable(name);
  if (reason !== undefined) throw new ToolError("tool-not-available", reason);
  throw new ToolError("tool-not-found", describeMissing(name, session));
}

function describeMissing(
  given: string,
  { tools, deferredTools }: Pick<CallHost, "tools" | "deferredTools">,
): string {
  const name = cutText(String(given), 80);
  const shown = JSON.stringify(name);
  if (tools.length === 0) return `No tool ${shown}. This session has no tools.`;
  const near = nearestTools(name, tools);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const available = tools
    .filter(({ exposure }) => exposure !== "deferred")
    .map((tool) => tool.name);
  const { count } = deferredTools;
  const rest = available.length - maxListed;
  const list = available.slice(0, maxListed).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  const finder = tools.find(({ tool }) => tool.describeDeferredTools !== undefined)?.name;
  const hidden =
    count === 0 || finder === undefined ? "" : ` ${count} more can be found with ${finder}.`;
  return `No tool ${shown}.${hint} Available: ${list}.${hidden}`;
}

/** The nearest tools' names; models often leave out the server's part of a name. */
function nearestTools(name: string, tools: readonly RegisteredTool[]): readonly string[] {
  const fullNames = new Map<string, string>();
  for (const { name: full, source } of tools) {
    fullNames.set(full, full);
    const own = ownNameOf(full, source);
    if (!fullNames.has(own)) fullNames.set(own, full);
  }
  const near = nearestNames(name, [...fullNames.keys()]);
  return [...new Set(near.map((each) => fullNames.get(each) ?? each))];
}
