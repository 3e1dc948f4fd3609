import type { Registry, SessionOptions, Skills } from "@toolwright/core";
import { createSkills } from "@toolwright/workspace/internal";
import { type SkillFolderOptions, skillFolders } from "./skill-folders.ts";

const advice =
  "A skill is a folder with a SKILL.md, in ~/.config/toolwright/skills, ~/.agents/skills or ~/.claude/skills, or in a trusted project's .toolwright/skills, .agents/skills or .claude/skills.";

/** The program's own skills, otherwise those in folders. `facts` are read with every look. */
export function skillsOf(
  { skills }: Pick<SessionOptions, "skills">,
  facts: () => SkillFolderOptions,
  onChange: () => void = () => undefined,
): Skills {
  return skills ?? createSkills({ folders: () => skillFolders(facts()), advice, onChange });
}

/** Makes tools that list skills list them anew, in the next sessions and with the next refresh. */
export function invalidateSkillTools(registry: Registry): void {
  for (const { name, tool } of registry.list()) {
    if (tool?.tool.lists === "skills") registry.invalidate(name);
  }
}
