import { phrase } from "../language/phrase.ts";
import { type Places, settingsPaths } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { usageError } from "../errors.ts";
import type { EditedFile } from "../settings/edit-servers.ts";

/** The file that a command writes servers to: the user's, that of --settings, or with --project the project's. */
export function serverTarget(parsed: ParsedArguments, places: Places): EditedFile {
  if (parsed.has("project") && places.settingsFile !== undefined) {
    throw usageError(
      phrase("Give --project or --settings, not both: each names a file to write to."),
    );
  }
  const layer = parsed.has("project") ? "project" : "user";
  const target = settingsPaths(places).findLast((file) => file.layer === layer);
  if (target === undefined) {
    throw usageError(
      phrase("--project and --no-project-settings contradict each other: remove one of them."),
    );
  }
  return target;
}

/** Shown after a change to a project's settings. */
export const projectHint = phrase(
  "The project's servers are used after you trust the project: toolwright policy trust",
);
