import type { ToolSource } from "./registered-tool.ts";

/** `mcp__github__create_issue` is `create_issue` of the source `mcp:github`. */
export function ownNameOf(name: string, source: ToolSource): string {
  if (!source.startsWith("mcp:")) return name;
  const own = /^mcp__.+?__(.+)$/.exec(name)?.[1];
  return own ?? name;
}
