import type { CommandLimits } from "@toolwright/tools/internal";
import { killShape, outputShape } from "./claude-shapes/background-shapes.ts";
import { bashShape } from "./claude-shapes/command-shape.ts";
import { editShape, readShape, writeShape } from "./claude-shapes/file-shapes.ts";
import { listShape } from "./claude-shapes/list-shape.ts";
import { globShape, grepShape } from "./claude-shapes/search-shapes.ts";
import { skillShape } from "./claude-shapes/skill-shape.ts";
import type { ShapeNames } from "./claude-shapes/shape-names.ts";
import type { ProfileTool } from "./profile-tool.ts";
import { taskNamed } from "./sub-agents.ts";
import { claudeTodos } from "./todo-lists.ts";
import { claudeFetch } from "./web-pages.ts";
import { claudeSearch } from "./web-searches.ts";

const names: ShapeNames = {
  read: "Read",
  write: "Write",
  edit: "Edit",
  glob: "Glob",
  grep: "Grep",
  bash: "Bash",
  output: "BashOutput",
};

/** The tools under the names of Claude Code, which Blade also uses. */
export function claudeCode(limits: CommandLimits): readonly ProfileTool[] {
  return [
    readShape(names),
    writeShape(names),
    editShape(names),
    listShape("LS", names),
    globShape(names),
    grepShape(names),
    bashShape(names, limits),
    outputShape("BashOutput", names.bash),
    killShape("KillShell", names.bash),
    claudeFetch,
    claudeSearch,
    skillShape,
    claudeTodos,
    taskNamed("Task"),
  ];
}
