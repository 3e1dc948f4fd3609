import { estimateTokens } from "../output/budget.ts";
import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Tool } from "../tool/tool.ts";

/** How many third-party tools a model is shown before all of them are found through a search. What is absent is no limit. */
export interface DeferralLimits {
  readonly tools?: number;
  /** Of their definitions, as `estimateTokens` counts them. */
  readonly tokens?: number;
}

/** Which tools a model is shown at once. */
export interface DeferralOptions {
  readonly limits: DeferralLimits;
  /** All of them, whatever their definitions and the limits say. */
  readonly declaresAll: boolean;
}

/**
 * The tools as a model is shown them. Where something finds deferred tools and something calls them, over a limit
 * all that aren't built in are deferred, except those whose definition says `direct`. All or none of
 * them, so that it doesn't depend on their order. Otherwise every tool is shown.
 */
export function deferOver(
  tools: readonly RegisteredTool[],
  { limits, declaresAll }: DeferralOptions,
): readonly RegisteredTool[] {
  if (declaresAll || !canBeReached(tools)) return tools.map(shown);
  if (!isOver(tools, limits)) return tools;
  return tools.map((tool) => (isThirdParty(tool) ? deferred(tool) : tool));
}

/** It finds or calls deferred tools, and is there only while there are some. */
export function servesDeferred(tool: Tool): boolean {
  return tool.describeDeferredTools !== undefined || tool.forwards !== undefined;
}

function canBeReached(tools: readonly RegisteredTool[]): boolean {
  return (
    tools.some(({ tool }) => tool.describeDeferredTools !== undefined) &&
    tools.some(({ tool }) => tool.forwards !== undefined)
  );
}

function isThirdParty({ source, tool, exposure }: RegisteredTool): boolean {
  return exposure === "direct" && source !== "builtin" && tool.exposure !== "direct";
}

function isOver(
  tools: readonly RegisteredTool[],
  { tools: maxTools, tokens: maxTokens }: DeferralLimits,
): boolean {
  const counted = tools.filter(isThirdParty);
  if (maxTools !== undefined && counted.length > maxTools) return true;
  if (maxTokens === undefined) return false;
  let tokens = 0;
  return counted.some(({ declarable }) => (tokens += tokensOf(declarable)) > maxTokens);
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

const deferredCopies = new WeakMap<RegisteredTool, RegisteredTool>();
const shownCopies = new WeakMap<RegisteredTool, RegisteredTool>();

function deferred(tool: RegisteredTool): RegisteredTool {
  return exposed(tool, "deferred", deferredCopies);
}

function shown(tool: RegisteredTool): RegisteredTool {
  return tool.exposure === "deferred" ? exposed(tool, "direct", shownCopies) : tool;
}

/** The same copy each time: an index of tools skips what hasn't changed. */
function exposed(
  tool: RegisteredTool,
  exposure: "direct" | "deferred",
  copies: WeakMap<RegisteredTool, RegisteredTool>,
): RegisteredTool {
  let copy = copies.get(tool);
  if (copy === undefined) copies.set(tool, (copy = { ...tool, exposure }));
  return copy;
}
