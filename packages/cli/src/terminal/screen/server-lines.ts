import type { Toolwright } from "@toolwright/runtime";
import { counted, phrase } from "../../language/phrase.ts";
import { indented, type Line, line, span, type Style, wrapLines } from "../../text/styled-line.ts";
import { tableRows } from "../transcript/table-rows.ts";
import type { DisplayOptions } from "../transcript/display-lines.ts";

export type ServerStatus = Toolwright["tools"]["thirdParty"]["servers"][number];

/** The MCP servers of the session: their names, states and tools, and why one isn't ready. */
export function serverLines(
  servers: readonly ServerStatus[],
  { look, width }: Omit<DisplayOptions, "isWhole">,
): Line[] {
  const { say, translate } = look.language;
  if (servers.length === 0) {
    return wrapLines(
      [line(say(phrase("No MCP servers. To add one: toolwright mcp add NAME -- COMMAND ARGS…")))],
      width,
      { atWords: true },
    );
  }
  const rows = servers.map(({ configuration: { name }, state, toolCount }) => [
    span(name, "accent"),
    span(translate(state), styleOf(state)),
    span(say(counted("{count} tool", "{count} tools", { count: toolCount })), "dim"),
  ]);
  const reasons = servers.flatMap(({ configuration: { name }, reason }) =>
    reason === null ? [] : [line(span(`${name}: ${translate(reason)}`, "dim"))],
  );
  return [
    ...tableRows(rows, width, look.glyphs.ellipsis),
    ...indented(wrapLines(reasons, width - 2, { indent: 2, atWords: true }), 2),
  ];
}

function styleOf(state: ServerStatus["state"]): Style {
  if (state === "ready") return "good";
  return state === "failed" ? "bad" : "dim";
}
