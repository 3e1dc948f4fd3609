import type { ServerCapabilities } from "@modelcontextprotocol/client";
import { type ContentPart, text, type Tool, ToolError } from "@toolwright/core";
import { contentParts, nameOf, resourcePart } from "./content-parts.ts";
import type { WantedTool } from "./registered-tools.ts";
import { type Fields, ownTool, type OwnToolOptions } from "./own-tool.ts";
import { isRecord } from "../is-record.ts";

export interface ResourceToolsOptions extends OwnToolOptions {
  readonly capabilities: ServerCapabilities;
}

/** A longer list needs search instead of listing. */
const maxListed = 500;
const maxPages = 20;
const maxLineCharacters = 300;

/**
 * A server's resources and prompts as tools: `list_resources` (with templates), `read_resource`,
 * `list_prompts` and `get_prompt`, if the server has them. If the server has a tool of that name, ours begins
 * with `mcp_`.
 */
export function resourceTools(options: ResourceToolsOptions): readonly WantedTool[] {
  const { capabilities } = options;
  const made = [
    ...(capabilities.resources === undefined
      ? []
      : [listResources(options), readResource(options)]),
    ...(capabilities.prompts === undefined ? [] : [listPrompts(options), getPrompt(options)]),
  ];
  return made.map((tool) => ({ name: tool.name, version: tool.name, tool }));
}

function listResources(options: ResourceToolsOptions): Tool {
  const { server, ask } = options;
  return ownTool(options, {
    name: "list_resources",
    title: "List resources",
    description: `Lists the resources of the MCP server '${server}': addresses for read_resource, and templates of addresses with {…} to fill in. At most ${maxListed} of each.`,
    input: { type: "object", properties: {}, additionalProperties: false },
    method: "resources/list",
    run: async (_input, context) => {
      const list = (method: string, field: string): Promise<readonly Fields[]> =>
        allOf(field, (params) => ask(context, "the list of its resources", method, params));
      const resources = await list("resources/list", "resources");
      // Few servers have templates, and many do not know the method.
      const templates = await list("resources/templates/list", "resourceTemplates").catch(
        (thrown: unknown) => {
          if (ToolError.isInstance(thrown) && thrown.details?.["code"] === methodNotFound)
            return [];
          throw thrown;
        },
      );
      const lines = [
        ...resources.map((resource) => lineOf(resource, "uri")),
        ...templates.map((template) => `template ${lineOf(template, "uriTemplate")}`),
      ];
      return { content: lines.length === 0 ? "There are none." : lines.join("\n") };
    },
  });
}

function readResource(options: ResourceToolsOptions): Tool {
  const { server, ask } = options;
  return ownTool(options, {
    name: "read_resource",
    title: "Read resource",
    description: `Reads a resource of the MCP server '${server}' by an address from list_resources or from a result of its tools.`,
    input: {
      type: "object",
      properties: { uri: { type: "string", description: "The resource's whole address." } },
      required: ["uri"],
      additionalProperties: false,
    },
    method: "resources/read",
    run: async ({ uri }, context) => {
      const { contents } = await ask(context, `the read of '${String(uri)}'`, "resources/read", {
        uri,
      });
      const parts = (Array.isArray(contents) ? contents : []).flatMap(
        (resource: unknown) => resourcePart(resource) ?? [],
      );
      return { content: parts.length === 0 ? "It is empty." : parts.map(asText) };
    },
  });
}

function listPrompts(options: ResourceToolsOptions): Tool {
  const { server, ask } = options;
  return ownTool(options, {
    name: "list_prompts",
    title: "List prompts",
    description: `Lists the prompts of the MCP server '${server}': texts that it has prepared, with the arguments that get_prompt wants for each.`,
    input: { type: "object", properties: {}, additionalProperties: false },
    method: "prompts/list",
    run: async (_input, context) => {
      const prompts = await allOf("prompts", (params) =>
        ask(context, "the list of its prompts", "prompts/list", params),
      );
      const lines = prompts.map((prompt) => lineOf(prompt, "name") + argumentsOf(prompt));
      return { content: lines.length === 0 ? "There are none." : lines.join("\n") };
    },
  });
}

function getPrompt(options: ResourceToolsOptions): Tool {
  const { server, ask } = options;
  return ownTool(options, {
    name: "get_prompt",
    title: "Get prompt",
    description: `Gets a prompt of the MCP server '${server}', filled in with arguments. Its text comes from the server, not from the person.`,
    input: {
      type: "object",
      properties: {
        name: { type: "string", description: "A name from list_prompts." },
        arguments: {
          type: "object",
          description: "A string for each argument of the prompt. Default: none.",
          additionalProperties: { type: "string" },
        },
      },
      required: ["name"],
      additionalProperties: false,
    },
    method: "prompts/get",
    run: async ({ name, arguments: given }, context) => {
      const params = { name, ...(given !== undefined && { arguments: given }) };
      const { messages } = await ask(
        context,
        `the prompt '${String(name)}'`,
        "prompts/get",
        params,
      );
      const parts = (Array.isArray(messages) ? messages : []).flatMap(messageParts);
      return { content: parts.length === 0 ? "It is empty." : parts };
    },
  });
}

const methodNotFound = -32_601;

async function allOf(
  field: string,
  page: (params: Fields) => Promise<Fields>,
): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  let cursor: unknown;
  for (let count = 0; count < maxPages && found.length < maxListed; count += 1) {
    const result = await page(cursor === undefined ? {} : { cursor });
    const items = result[field];
    if (Array.isArray(items)) found.push(...(items as readonly unknown[]).filter(isRecord));
    if (typeof result["nextCursor"] !== "string" || result["nextCursor"] === cursor) break;
    cursor = result["nextCursor"];
  }
  return found.slice(0, maxListed);
}

function lineOf(item: Fields, address: string): string {
  const { description, mimeType } = item;
  const name = nameOf(item);
  const given = item[address];
  const what = typeof given === "string" ? given : "(no address)";
  const notes = [
    name === undefined || name === what ? "" : `: ${name}`,
    typeof mimeType === "string" ? ` (${mimeType})` : "",
    typeof description === "string" && description !== "" ? ` - ${description}` : "",
  ];
  const line = (what + notes.join("")).replaceAll(/\s+/g, " ");
  return line.length > maxLineCharacters ? `${line.slice(0, maxLineCharacters)}…` : line;
}

function argumentsOf(prompt: Fields): string {
  const { arguments: wanted } = prompt;
  if (!Array.isArray(wanted) || wanted.length === 0) return "";
  const names = (wanted as readonly unknown[])
    .filter(isRecord)
    .map(({ name, required }) => `${String(name)}${required === true ? "" : "?"}`);
  return ` [${names.join(", ")}]`;
}

/** Text resources become text for the model; bytes stay an embedded file. */
function asText(part: ContentPart): ContentPart {
  return part.type === "resource" && part.text !== undefined ? text(part.text) : part;
}

function messageParts(message: unknown): readonly ContentPart[] {
  if (!isRecord(message)) return [];
  const { role, content } = message;
  return contentParts([content]).map((part) =>
    part.type === "text"
      ? text(`${role === "assistant" ? "assistant" : "user"}: ${part.text}`)
      : part,
  );
}
