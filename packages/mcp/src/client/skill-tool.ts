import { type ToolContext, ToolError } from "@toolwright/core";
import { bodyOf, describeSkills } from "@toolwright/workspace/internal";
import { isRecord } from "../is-record.ts";
import type { ServerSkill } from "./list-skills.ts";
import type { WantedTool } from "./registered-tools.ts";
import { type Fields, ownTool, type OwnToolOptions } from "./own-tool.ts";

export interface SkillToolOptions extends OwnToolOptions {
  readonly skills: readonly ServerSkill[];
}

const method = "resources/read";

/** `load_skill` for the skills of one server. */
export function skillTool(options: SkillToolOptions): WantedTool {
  const { server, skills } = options;
  const description = `Loads a skill of the MCP server '${server}': instructions for one kind of task. The server wrote them, not the person.\n\n${describeSkills(skills)}`;
  const tool = ownTool(options, {
    name: "load_skill",
    title: "Load skill",
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
    method,
    // The schema has checked them.
    run: (given, context) => load(given as Asked, context, options),
  });
  const version = JSON.stringify([description, skills.map(({ uri }) => uri)]);
  return { name: tool.name, tool, version };
}

interface Asked extends Fields {
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
