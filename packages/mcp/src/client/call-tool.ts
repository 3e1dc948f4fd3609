import { ToolError, type ToolResult } from "@toolwright/core";
import { contentParts, isFields, textOf } from "./content-parts.ts";
import type { ServerTool } from "./server-gate.ts";
import { withStructure } from "./told-structure.ts";
import { sendRequest, type ServerRequest } from "./server-request.ts";

/**
 * Calls a tool of a server: its progress is told live, what it wants to know is asked, and a call that is
 * cancelled or runs out of time is cancelled there, too.
 *
 * Errors: ToolError `mcp-failed` for what the server says of itself that it failed (with the rest of its
 * content), and for a server that is gone; `timeout`.
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
      ...(isFields(input) && { arguments: input }),
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
      ? `The tool '${tool}' of the MCP server '${server}' failed and didn't say why.`
      : said;
  return new ToolError("mcp-failed", message, {
    content: content.filter(({ type }) => type !== "text"),
    ...(structured !== undefined && { details: { server, structured } }),
  });
}
