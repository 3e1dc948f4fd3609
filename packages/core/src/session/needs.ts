import type { ToolNeed } from "../tool/tool.ts";

const needs: Readonly<Record<ToolNeed, string>> = {
  processes:
    "starts processes, but this session has no process host. Pass `processes`, for example createProcessHost() from @toolwright/sandbox.",
  memory:
    "remembers facts in files, but this session has no memory. Pass `memory`, which names the files.",
  skills: "loads skills, but this session has none. Pass `skills`.",
  programs:
    "runs programs, but this session runs none. Pass `programs: true`, or `programs`, for example createPrograms() from @toolwright/tools.",
  jobs: "works with background commands, but this session has none. Pass `jobs`, for example createJobTable() from @toolwright/sandbox.",
  agents:
    "works with other agents, but no agent works in this session. `toolwright run` and `Agent` of @toolwright/agent pass `agents`.",
  web: "reads the web, but this session has no access to it. Pass `web`, for example createWeb() from @toolwright/tools/web.",
  webSearch:
    "searches the web through a service, and this session has none. Set webSearch in the user's settings (toolwright doctor says how), or pass `webSearch`, for example createWebSearch() from @toolwright/tools/web.",
  languageServers:
    "asks language servers, but this session has none. Pass `languageServers`, or open the session with openToolwright() from toolwright.",
};

/** Why a session lacks a tool, for the author of the host. */
export function describeNeed(name: string, need: ToolNeed): string {
  return `'${name}' ${needs[need]}`;
}
