import { ToolError, type ToolResult } from "@toolwright/core";
import { contentParts, textOf } from "./content-parts.ts";
import type { ServerTool } from "./server-gate.ts";
import { withStructure } from "./told-structure.ts";
import { sendRequest, type ServerRequest } from "./server-request.ts";
import { isRecord } from "../is-record.ts";

/**
 * Calls a tool of a server. Progress is passed on live, and the server's questions are put to the person.
 * When the call is cancelled or times out, it is cancelled at the server as well.
 *
 * Errors: ToolError `mcp-failed` when the server reports a failure (with the rest of its content) or is gone;
 * `timeout`.
 */
export async function callTool(
  request: ServerRequest,
  tool: ServerTool,
  input: unknown,
): Promise<ToolResult> {
  const result = await sendRequest(
    request,
    "tools/call",
    {
      name: tool.name,
      ...(isRecord(input) && { arguments: input }),
    },
    tool,
  );
  const content = contentParts(result["content"]);
  const structured = result["structuredContent"];
  if (result["isError"] === true)
    throw failed(request.answering.server, tool.name, content, structured);
  return {
    content: withStructure(content, structured),
    ...(structured !== undefined && { structured }),
  };
}

function failed(
  server: string,
  tool: string,
  content: ReturnType<typeof contentParts>,
  structured: unknown,
): ToolError {
  const said = textOf(content).trim();
  const message =
    said === ""
      ? `The tool '${tool}' of the MCP server '${server}' failed without a reason.`
      : said;
  return new ToolError("mcp-failed", message, {
    content: content.filter(({ type }) => type !== "text"),
    ...(structured !== undefined && { details: { server, structured } }),
  });
}
