import type { Skill, SkillProblem, Skills } from "@toolwright/core";
import { describeSkills } from "./describe-skills.ts";
import { type FoundSkills, readSkillFolder, type SkillFolder } from "./read-skill-folder.ts";

export interface SkillsOptions {
  /** The folders to read now, with the strongest first, and those that can't be read. */
  readonly folders: () => {
    readonly folders: readonly SkillFolder[];
    readonly problems: readonly SkillProblem[];
  };
  /** What to tell a person when there are no skills: where to put one. */
  readonly advice: string;
  /** Called when other skills are found than a model was told about. */
  readonly onChange?: () => void;
}

/** Finds skills in folders. Of two with one name, the one in the earlier folder is used. */
export function createSkills({ folders, advice, onChange }: SkillsOptions): Skills {
  /** What the last description was made of. */
  let described: string | null = null;
  const list = async (): Promise<FoundSkills> => {
    const found = await readAll(folders());
    if (described !== null && described !== keyOf(found.skills)) onChange?.();
    return found;
  };
  return {
    list,
    async describe() {
      const { skills, problems } = await readAll(folders());
      described = keyOf(skills);
      if (skills.length > 0) return { text: describeSkills(skills) };
      return { problem: `there are no skills. ${advice}${skippedText(problems)}` };
    },
  };
}

function skippedText([first, ...others]: readonly SkillProblem[]): string {
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return ` Skipped: ${first.place}: ${first.reason}${more}.`;
}

function keyOf(skills: readonly Skill[]): string {
  return JSON.stringify(skills.map(({ name, description, file }) => [name, description, file]));
}

async function readAll({
  folders,
  problems: unusable,
}: ReturnType<SkillsOptions["folders"]>): Promise<FoundSkills> {
  const known = folders.map(({ path }) => path);
  const skills = new Map<string, Skill>();
  const problems: SkillProblem[] = [...unusable];
  for (const folder of folders) {
    const found = await readSkillFolder(folder, known);
    problems.push(...found.problems);
    for (const skill of found.skills) {
      const first = skills.get(skill.name);
      if (first === undefined) skills.set(skill.name, skill);
      else problems.push({ place: skill.directory, reason: usedText(first) });
    }
  }
  const sorted = [...skills.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { skills: sorted, problems };
}

function usedText({ directory }: Skill): string {
  return `${directory} has the same name and is used`;
}
