import { phrase } from "../language/phrase.ts";
import { declare, type Dialect, type RegisteredTool, type Session } from "@toolwright/core";
import { isKindOfPlanMode, type Language, type Phrase, recorded } from "@toolwright/core/internal";
import type { ServerStatus } from "@toolwright/mcp";
import type { Toolwright, ToolwrightOptions } from "@toolwright/runtime";
import { openSession } from "./open-session.ts";
import type { Command } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { tableRows } from "../terminal/transcript/table-rows.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { tell } from "../output/notices.ts";

interface UnavailableTool {
  readonly name: string;
  readonly source: string;
  readonly reason: string;
}

/** `toolwright tools`: the tools that a model would see. */
export const tools: Command = async (run) => {
  const { arguments: parsed, program } = run;
  const [tool, extra] = parsed.positionals;
  if (extra !== undefined)
    throw usageError(phrase("tools takes at most one name, but also got '{extra}'.", { extra }));
  if (tool !== undefined) return (await import("./show-tool.ts")).showTool(tool, run);
  const { stdout, language } = program;
  const opened = await openSession(globalOptions(parsed), program, {
    thirdPartyTools: "listed",
    declareAllTools: parsed.has("all-tools"),
    ...(parsed.value("scope") === "sub" && (await asSubAgent())),
  });
  try {
    const { session } = opened;
    const unavailable = parsed.has("all") ? unavailableTools(opened) : undefined;
    const missing = opened.tools.thirdParty.servers.flatMap(missingServer);
    if (missing.length > 0) await tell(missing, program);
    if (parsed.has("json") || parsed.value("dialect") !== undefined) {
      // The parser accepts only the listed choices.
      const dialect = (parsed.value("dialect") ?? "canonical") as Dialect;
      const listed = parsed.has("all") ? allTools(opened) : session.shownTools;
      const definitions = listed.map(({ declarable }) => declarable);
      const listing = { tools: declare(definitions, { dialect }), unavailable };
      await textOutput(stdout).write(`${JSON.stringify(listing, null, 2)}\n`);
      return 0;
    }
    const look = lookFor(stdout, program);
    const width = stdout.isTTY === true ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
    const table = (rows: readonly Line[]): readonly Line[] =>
      tableRows(rows, width, look.glyphs.ellipsis);
    const rows = [
      ...table(session.shownTools.map(cellsOf)),
      ...unavailableLines(unavailable ?? [], table, language),
    ];
    await textOutput(stdout).write(linesText(rows, look));
    return 0;
  } finally {
    await opened.close();
  }
};

/** There are sub-agents only where an agent works. */
async function asSubAgent(): Promise<ToolwrightOptions> {
  const { SubAgents } = await import("@toolwright/agent");
  return { agent: { name: "sub", depth: 1 }, agents: new SubAgents(), declareAgentTools: true };
}

/** Notices about servers without tools. A failure was shown when it happened. */
function missingServer({
  configuration: { name },
  state,
  reason,
}: ServerStatus): readonly Phrase[] {
  switch (state) {
    case "starting":
      return [phrase("MCP server '{name}' isn't ready yet, so its tools aren't listed", { name })];
    case "needs-authorization":
    case "refused":
      return [phrase("MCP server '{name}': {reason}", { name, reason: recorded(reason ?? "") })];
    default:
      return [];
  }
}

function cellsOf({ name, source, tool }: RegisteredTool): Line {
  const { description, kind } = tool;
  const summary = typeof description === "string" ? description : description.summary;
  const [first = ""] = summary.split("\n", 1);
  return [span(name, "strong"), span(kind, "dim"), span(source, "dim"), span(first)];
}

function unavailableLines(
  tools: readonly UnavailableTool[],
  table: (rows: readonly Line[]) => readonly Line[],
  { say, translate }: Language,
): readonly Line[] {
  if (tools.length === 0) return [];
  const rows = tools.map(({ name, source, reason }) => [
    span(name),
    span(source, "dim"),
    span(translate(reason), "warning"),
  ]);
  return [emptyLine, line(span(say(phrase("Unavailable:")), "strong")), ...table(rows)];
}

/** The shown tools, then those that the session could show: deferred ones, and those that lack something. */
function allTools({
  session,
  registry,
  tools: { disabled },
}: Toolwright): readonly RegisteredTool[] {
  const shown = new Set(session.shownTools.map(({ name }) => name));
  const others = registry
    .list({ scope: session.scope })
    .flatMap(({ tool }) => tool ?? [])
    .filter(
      ({ name, exposure }) => !shown.has(name) && exposure !== "hidden" && !disabled.includes(name),
    )
    .filter(({ tool }) => session.policy.mode !== "plan" || isKindOfPlanMode(tool.kind));
  return [...session.shownTools, ...others];
}

/** The tools that this agent doesn't see, with the reason. */
function unavailableTools(opened: Toolwright): readonly UnavailableTool[] {
  const { session, registry, tools } = opened;
  const shown = new Set(session.shownTools.map(({ name }) => name));
  const hidden = registry
    .list()
    .filter(({ name }) => !shown.has(name))
    .map(({ name, source, tool }) => ({ name, source, reason: whyHidden(name, tool, opened) }));
  const builtin = tools.reports.map((report) => ({ ...report, source: "builtin" }));
  const refused = [...builtin, ...tools.thirdParty.reports].flatMap((report) =>
    report.isRegistered
      ? []
      : [{ name: report.name, source: report.source, reason: report.reason.trimEnd() }],
  );
  return [...hidden, ...refused, ...tools.thirdParty.servers.flatMap(unavailableOf)];
}

/** A server that isn't ready, or its unusable tools. */
function unavailableOf({
  configuration: { name },
  state,
  reason,
  problems,
}: ServerStatus): readonly UnavailableTool[] {
  const source = `mcp:${name}`;
  if (state !== "ready") return [{ name: "*", source, reason: reason ?? state }];
  return problems.map((problem) => ({ name: problem.tool, source, reason: problem.reason }));
}

function whyHidden(
  name: string,
  tool: RegisteredTool | null,
  { session, tools: { disabled } }: Toolwright,
): string {
  if (disabled.includes(name)) return "switched off by the settings (tools)";
  if (tool === null) return "its description isn't available";
  if (tool.scope !== "any" && tool.scope !== session.scope) return `for ${whose(tool.scope)} only`;
  if (tool.exposure === "hidden") return "called by other tools only";
  const isOfMode = session.policy.mode !== "plan" || isKindOfPlanMode(tool.tool.kind);
  if (!isOfMode) return modeReason(tool, session);
  // A tool of the session that isn't shown is deferred.
  if (session.tools.some((each) => each.name === name)) {
    return "deferred: the model finds it through a search";
  }
  return session.whyNotAvailable(name) ?? "not in this session";
}

function whose(scope: "main" | "sub"): string {
  return scope === "main" ? "the main agent" : "sub-agents";
}

function modeReason({ tool }: RegisteredTool, { policy }: Session): string {
  return `not in mode '${policy.mode}': its kind is ${tool.kind}`;
}
