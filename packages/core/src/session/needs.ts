import type { ToolNeed } from "../tool/tool.ts";

const needs: Readonly<Record<ToolNeed, string>> = {
  processes:
    "starts processes, and this session has no process host. Pass one as `processes`: createProcessHost() of @toolwright/sandbox makes it.",
  jobs: "works on commands in the background, and this session has none. Pass `jobs`: createJobTable() of @toolwright/sandbox makes them.",
};

/** Why a session leaves a tool out, for whoever put the session together. */
export function describeNeed(name: string, need: ToolNeed): string {
  return `'${name}' ${needs[need]}`;
}
