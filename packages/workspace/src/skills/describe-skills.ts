import type { Skill } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";

/** About 1,500 tokens: a model pays for them in every request. */
const maxCharacters = 6_000;
/** The lengths to which descriptions are cut until all skills fit; 0 leaves only names. */
const lengths = [300, 150, 80, 40, 0];

type NamedSkill = Pick<Skill, "name" | "description">;

/**
 * The skills as a list for a model. With many skills the descriptions become shorter, then there are only names,
 * and then the last ones are only counted.
 */
export function describeSkills(skills: readonly NamedSkill[]): string {
  const lists = lengths.map((length) => skills.map((skill) => lineOf(skill, length)).join("\n"));
  const list = lists.find((text) => text.length <= maxCharacters) ?? namesOf(skills);
  return `Skills:\n${list}`;
}

function lineOf({ name, description }: NamedSkill, length: number): string {
  return length === 0 ? `- ${name}` : `- ${name}: ${cutText(description, length)}`;
}

function namesOf(skills: readonly NamedSkill[]): string {
  const lines: string[] = [];
  let characters = 0;
  for (const { name } of skills) {
    characters += name.length + 3;
    if (characters > maxCharacters) break;
    lines.push(`- ${name}`);
  }
  const left = skills.length - lines.length;
  return [...lines, `(and ${left} more: an unknown name is answered with similar ones)`].join("\n");
}
