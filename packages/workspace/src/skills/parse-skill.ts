import { oneCleanLine } from "./one-clean-line.ts";
import { parseFrontMatter } from "./front-matter.ts";
import type { Skill } from "@toolwright/core";

/** What a `SKILL.md` says about its skill. */
export type SkillFacts = Pick<Skill, "name" | "description" | "compatibility" | "allowedTools">;

const maxNameCharacters = 64;
const maxDescriptionCharacters = 1_024;
const maxCompatibilityCharacters = 500;
const maxAllowedTools = 100;

const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a name follows the specification: lower-case letters, digits and single hyphens. */
export function isSkillName(name: string): boolean {
  return name.length <= maxNameCharacters && skillName.test(name);
}

/**
 * Reads the front matter of a `SKILL.md`.
 *
 * Shapes: returns one clause that says why the skill can't be used.
 * Source: agentskills.io/specification. A missing name means the folder's, as in Claude Code.
 */
export async function parseSkill(text: string, folder: string): Promise<SkillFacts | string> {
  const parsed = await parseFrontMatter(text);
  if (typeof parsed === "string") return parsed;
  const { name = folder, description, compatibility } = parsed.fields;
  if (typeof name !== "string" || !isSkillName(name)) {
    return `its name is not one of at most ${maxNameCharacters} lower-case letters, digits and single hyphens`;
  }
  if (name !== folder) return `its name '${name}' is not the name of its folder`;
  const about = typeof description === "string" ? oneCleanLine(description) : "";
  if (about === "") return "it has no description";
  return {
    name,
    description: about.slice(0, maxDescriptionCharacters).toWellFormed(),
    compatibility:
      typeof compatibility === "string"
        ? oneCleanLine(compatibility).slice(0, maxCompatibilityCharacters).toWellFormed()
        : null,
    allowedTools: allowedToolsOf(parsed.fields["allowed-tools"]),
  };
}

/** A text with spaces or commas, or a list. A parenthesis belongs to its tool: `Bash(git diff *)`. */
function allowedToolsOf(value: unknown): readonly string[] | null {
  const texts = Array.isArray(value) ? value : [value];
  if (!texts.every((text): text is string => typeof text === "string")) return null;
  const tools = texts.flatMap((text) => oneCleanLine(text).match(/(?:[^\s,(]|\([^)]*\)?)+/g) ?? []);
  return tools.slice(0, maxAllowedTools);
}
