import type { CommandLimits } from "@toolwright/tools/internal";
import type { Tool } from "@toolwright/core";
import { bashShape } from "./claude-shapes/command-shape.ts";
import { editShape, readShape, writeShape } from "./claude-shapes/file-shapes.ts";
import { globShape, grepShape } from "./claude-shapes/search-shapes.ts";
import type { ShapeNames } from "./claude-shapes/shape-names.ts";

const names: ShapeNames = {
  read: "read_file",
  write: "write_file",
  edit: "edit_file",
  glob: "glob",
  grep: "grep",
  bash: "bash",
};

/** The tools under the names that Kode gives them. */
export function kode(limits: CommandLimits): readonly Tool[] {
  return [
    readShape(names),
    writeShape(names),
    editShape(names),
    globShape(names),
    grepShape(names),
    bashShape(names, limits),
  ];
}
