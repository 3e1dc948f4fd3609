import { type Tool, type ToolContext, ToolError } from "@toolwright/core";
import { bodyOf, describeSkills } from "@toolwright/workspace/internal";
import { isRecord } from "../is-record.ts";
import type { ServerSkill } from "./list-skills.ts";
import type { WantedTool } from "./registered-tools.ts";
import { serverToolName } from "./tool-name.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface SkillToolOptions {
  readonly server: string;
  readonly skills: readonly ServerSkill[];
  /** Names of the server's own tools, which take precedence. */
  readonly taken: ReadonlySet<string>;
  readonly timeoutMs: number;
  /** Sends a request within a call. */
  readonly ask: (
    context: ToolContext,
    what: string,
    method: string,
    params: Fields,
  ) => Promise<Fields>;
}

const method = "resources/read";

/** `load_skill` for the skills of one server. Its origin is in its name, so rules for the server hold for it. */
export function skillTool(options: SkillToolOptions): WantedTool {
  const { server, skills, taken, timeoutMs } = options;
  const name = serverToolName(server, taken.has("load_skill") ? "mcp_load_skill" : "load_skill");
  const description = `Loads a skill of the MCP server '${server}': instructions for one kind of task. The server wrote them, not the person.\n\n${describeSkills(skills)}`;
  const tool: Tool = {
    name,
    title: `Load skill (${server})`,
    kind: "other",
    description,
    input: {
      type: "object",
      properties: {
        name: { type: "string", description: "The skill." },
        file: {
          type: "string",
          description:
            "A file of the skill, as its instructions name it. Default: the instructions.",
        },
      },
      required: ["name"],
      additionalProperties: false,
    },
    timeoutMs,
    effects: () => [{ type: "external", server, tool: method }],
    // The schema has checked them.
    execute: (given: unknown, context) => load(given as Asked, context, options),
  };
  return { name, tool, version: JSON.stringify([description, skills.map(({ uri }) => uri)]) };
}

interface Asked {
  readonly name: string;
  readonly file?: string;
}

async function load(
  { name, file }: Asked,
  context: ToolContext,
  { server, skills, ask }: SkillToolOptions,
): Promise<string> {
  const skill = skills.find((each) => each.name === name);
  if (skill === undefined) {
    const names = skills.map((each) => each.name).join(", ");
    throw new ToolError("input-invalid", `There is no skill '${name}'. Skills: ${names}.`);
  }
  const uri = file === undefined ? skill.uri : skill.files.get(file);
  if (uri === undefined) {
    throw new ToolError(
      "input-invalid",
      `The skill '${skill.name}' has no file '${file}'. ${filesOf(skill)}`,
    );
  }
  const { contents } = await ask(context, `the skill '${skill.name}'`, method, { uri });
  const [text] = (Array.isArray(contents) ? contents : []).flatMap((content: unknown) =>
    isRecord(content) && typeof content["text"] === "string" ? [content["text"]] : [],
  );
  if (text === undefined) {
    throw new ToolError("mcp-failed", `The MCP server '${server}' sent no text for '${uri}'.`);
  }
  if (file !== undefined) return text;
  return `Skill ${skill.name}, from the MCP server '${server}':\n\n${bodyOf(text).trim()}\n\n${filesOf(skill)}`.trimEnd();
}

function filesOf({ files }: ServerSkill): string {
  if (files.size === 0) return "";
  return ["Its files, for the field file:", ...[...files.keys()].map((path) => `- ${path}`)].join(
    "\n",
  );
}
