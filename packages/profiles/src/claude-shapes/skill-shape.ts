import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";

export const skillShape = toolAlias("load_skill", {
  name: "Skill",
  description: {
    summary: "Loads a skill: instructions for one kind of task, and the list of its files.",
    details:
      "Call it before you begin a task that a skill's description fits, or when the user names one (/pdf), and then follow the instructions. Not again for a loaded skill.",
    samples: [
      { input: { skill: "pdf" } },
      { input: { skill: "review-pr", args: "123" }, note: "with arguments" },
    ],
  },
  input: z.strictObject({
    skill: z.string().min(1).describe('The skill\'s name, such as "pdf" or "review-pr".'),
    args: z.string().optional().describe("Arguments for the skill."),
  }),
  fields: { name: "skill" },
  // Models write the slash of a slash command.
  toCanonical: ({ skill, args }) => ({ name: skill.replace(/^\//, ""), args }),
});
