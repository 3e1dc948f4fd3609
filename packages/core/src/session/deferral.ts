import { estimateTokens } from "../output/budget.ts";
import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";

/** How many tools a model is shown before the rest is found through a search. What is absent is no limit. */
export interface DeferralLimits {
  readonly tools?: number;
  /** Of their definitions, as `estimateTokens` counts them. */
  readonly tokens?: number;
}

/**
 * The tools as a model is shown them: over a limit, all that aren't built in are deferred, but for those
 * whose definition says `direct` itself. All or none of them, so that it doesn't depend on their order.
 */
export function deferOver(
  tools: readonly RegisteredTool[],
  limits: DeferralLimits,
): readonly RegisteredTool[] {
  if (!isOver(tools, limits)) return tools;
  return tools.map((tool) => (isDeferrable(tool) ? deferred(tool) : tool));
}

function isDeferrable({ source, tool, exposure }: RegisteredTool): boolean {
  return exposure === "direct" && source !== "builtin" && tool.exposure !== "direct";
}

function isOver(
  tools: readonly RegisteredTool[],
  { tools: maxTools, tokens: maxTokens }: DeferralLimits,
): boolean {
  const direct = tools.filter(({ exposure }) => exposure === "direct");
  if (maxTools !== undefined && direct.length > maxTools) return true;
  if (maxTokens === undefined) return false;
  let tokens = 0;
  return direct.some(({ declarable }) => (tokens += tokensOf(declarable)) > maxTokens);
}

const tokens = new WeakMap<DeclarableTool, number>();

function tokensOf(declarable: DeclarableTool): number {
  let count = tokens.get(declarable);
  if (count === undefined) {
    const { name, description, inputSchema } = declarable;
    count = estimateTokens(JSON.stringify({ name, description, inputSchema }));
    tokens.set(declarable, count);
  }
  return count;
}

const copies = new WeakMap<RegisteredTool, RegisteredTool>();

/** The same copy each time: what hasn't changed needn't be looked at again. */
function deferred(tool: RegisteredTool): RegisteredTool {
  let copy = copies.get(tool);
  if (copy === undefined) copies.set(tool, (copy = { ...tool, exposure: "deferred" }));
  return copy;
}
