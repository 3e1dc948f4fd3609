import type { CommandLimits } from "@toolwright/tools/internal";
import { bashShape } from "./claude-shapes/command-shape.ts";
import { editShape, readShape, writeShape } from "./claude-shapes/file-shapes.ts";
import { globShape, grepShape } from "./claude-shapes/search-shapes.ts";
import type { ShapeNames } from "./claude-shapes/shape-names.ts";
import type { ProfileTool } from "./profile-tool.ts";
import { kodeTask } from "./sub-agents.ts";

const names: ShapeNames = {
  read: "read_file",
  write: "write_file",
  edit: "edit_file",
  glob: "glob",
  grep: "grep",
  bash: "bash",
};

/** The tools under the names of Kode. */
export function kode(limits: CommandLimits): readonly ProfileTool[] {
  return [
    readShape(names),
    writeShape(names),
    editShape(names),
    globShape(names),
    grepShape(names),
    bashShape(names, limits),
    kodeTask,
  ];
}
