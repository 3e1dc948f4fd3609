import { estimateTokens } from "../output/budget.ts";
import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Tool } from "../tool/tool.ts";

/** How many third-party tools are declared before all of them are deferred. An absent limit is no limit. */
export interface DeferralLimits {
  readonly tools?: number;
  /** Tokens of their definitions, as counted by `estimateTokens`. */
  readonly tokens?: number;
}

/** The options that decide which tools are declared. */
export interface DeferralOptions {
  readonly limits: DeferralLimits;
  /** Declares all tools, regardless of their definitions and the limits. */
  readonly declaresAll: boolean;
  /** Declares the tools defined as `agent`, which are otherwise deferred. */
  readonly declaresAgentTools: boolean;
}

/**
 * Decides which tools are declared. If tools exist that find and call deferred tools, and third-party tools exceed
 * a limit, all of these are deferred except those whose definition says otherwise. All or none are deferred, so that
 * their order doesn't matter. Otherwise every tool is declared.
 */
export function deferOver(
  registered: readonly RegisteredTool[],
  { limits, declaresAll, declaresAgentTools }: DeferralOptions,
): readonly RegisteredTool[] {
  if (declaresAll || !canBeReached(registered)) return registered.map(direct);
  const tools = registered.map((tool) => {
    if (tool.exposure !== "agent") return tool;
    return declaresAgentTools ? direct(tool) : deferred(tool);
  });
  if (!isOver(tools, limits)) return tools;
  return tools.map((tool) => (isThirdParty(tool) ? deferred(tool) : tool));
}

/** Whether a tool finds or calls deferred tools. Such a tool is available only while there are some. */
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
  return exposure === "direct" && source !== "builtin" && tool.exposure === undefined;
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
const directCopies = new WeakMap<RegisteredTool, RegisteredTool>();

function deferred(tool: RegisteredTool): RegisteredTool {
  return exposed(tool, "deferred", deferredCopies);
}

function direct(tool: RegisteredTool): RegisteredTool {
  return tool.exposure === "direct" ? tool : exposed(tool, "direct", directCopies);
}

/** Returns the same copy each time, because an index of tools skips unchanged objects. */
function exposed(
  tool: RegisteredTool,
  exposure: "direct" | "deferred",
  copies: WeakMap<RegisteredTool, RegisteredTool>,
): RegisteredTool {
  let copy = copies.get(tool);
  if (copy === undefined) copies.set(tool, (copy = { ...tool, exposure }));
  return copy;
}
