import {
  defineTool,
  type Effect,
  read,
  type Skill,
  type Skills,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import { nearestNames } from "@toolwright/core/internal";
import { z } from "zod";
import { phrase } from "./language/phrase.ts";
import { readSkill } from "./skills/read-skill.ts";
import { shownSkill } from "./skills/shown-skill.ts";

/** How many names an error lists. */
const MAX_NAMED = 10;

const input = z.strictObject({
  name: z.string().min(1).max(200).optional().describe("The skill. Default: list the skills."),
  args: z
    .string()
    .max(4_000)
    .optional()
    .describe("Text for the skill, where its instructions say $ARGUMENTS."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  skills: z.array(z.string()).optional().describe("The names of all skills, if none was given."),
  name: z.string().optional().describe("The loaded skill's name."),
  source: z.string().optional().describe("Where it is from: user, project or package NAME."),
  directory: z.string().optional().describe("The skill's folder, absolute."),
  files: z.array(z.string()).optional().describe("Its other files, relative to the folder."),
  allowedTools: z
    .array(z.string())
    .optional()
    .describe("The tools that its author had in mind; absent for no list."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  /** Null: all skills are listed. */
  readonly skill: Skill | null;
  readonly args: string | undefined;
}

/** Loads the instructions of a skill. */
export const loadSkill = defineTool<Input, Prepared, Output>({
  name: "load_skill",
  title: "Load skill",
  kind: "read",
  version: "1",
  exposure: "agent",
  needs: ["skills"],
  lists: "skills",
  description: {
    summary: "Loads a skill: instructions for one kind of task, and the list of its files.",
    details:
      "Call it before you begin a task that a skill's description fits, and then follow the instructions. Not for tasks that none fits, and not again for a loaded skill.",
    samples: [{ input: { name: "pdf" } }, { input: {}, note: "all skills" }],
  },
  category: "skills",
  tags: ["instructions", "workflow", "guide"],
  aliases: { skill: "name", skill_name: "name" },
  input,
  output,
  effects: async ({ name }, { skills }) => {
    const skill = await findSkill(skills, name);
    return skill === undefined ? [] : readsOf(skill);
  },
  async prepare({ name, args }, { skills, language }) {
    if (name === undefined) {
      const summary = language.say(phrase("List the skills"));
      return { summary, effects: [], prepared: { skill: null, args } };
    }
    const skill = (await findSkill(skills, name)) ?? (await unknownSkill(skills, name));
    return {
      summary: language.say(phrase("Load the skill {name}", { name: skill.name })),
      effects: readsOf(skill),
      prepared: { skill, args },
    };
  },
  async execute({ skill, args }, { skills, workspace, signal }) {
    if (skill === null) return listSkills(skills);
    const { body, files, isWhole } = await readSkill(skill, workspace, signal);
    const { name, source, directory, allowedTools } = skill;
    return {
      content: shownSkill({ skill, body, files, isWhole, args }),
      structured: {
        name,
        source,
        directory,
        files: files.map(({ path }) => path),
        ...(allowedTools !== null && { allowedTools: [...allowedTools] }),
      },
    };
  },
});

async function listSkills(skills: Skills | undefined): Promise<ToolResult<Output>> {
  // In this order, because a description counts as told.
  const found = await skills?.list();
  const told = await skills?.describe();
  return {
    content: told !== undefined && "text" in told ? told.text : "There are no skills.",
    structured: { skills: found?.skills.map(({ name }) => name) ?? [] },
  };
}

/** The instructions, and of the rest only what needs no approval. */
function readsOf({ directory, file }: Skill): readonly Effect[] {
  return [read(file), read(directory, { recursive: true, leavesOutProtected: true })];
}

async function findSkill(
  skills: Skills | undefined,
  name: string | undefined,
): Promise<Skill | undefined> {
  if (name === undefined) return undefined;
  const found = await skills?.list();
  return found?.skills.find((skill) => skill.name === name);
}

/** Names the skills that there are now, also those that came after the session began. */
async function unknownSkill(skills: Skills | undefined, name: string): Promise<never> {
  const { skills: found = [], problems = [] } = (await skills?.list()) ?? {};
  const names = found.map((skill) => skill.name);
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const similar = found
    .filter(({ description }) => words.some((word) => description.toLowerCase().includes(word)))
    .map((skill) => skill.name);
  const near = [...new Set([...nearestNames(name, names), ...similar])];
  const named = (near.length === 0 ? names : near).slice(0, MAX_NAMED);
  const unusable = problems.find(({ place }) => place.endsWith(`/${name}`));
  throw new ToolError(
    "input-invalid",
    unusable === undefined
      ? `There is no skill '${name}'. ${near.length === 0 ? "Skills" : "Similar skills"}: ${named.join(", ")}.`
      : `The skill '${name}' can't be used: ${unusable.reason}. Tell the person.`,
  );
}
