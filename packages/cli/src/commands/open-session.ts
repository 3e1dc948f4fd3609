import {
  openToolwright,
  type PlaceOptions,
  type Toolwright,
  type ToolwrightOptions,
} from "@toolwright/runtime";
import { tellNotice } from "../output/notices.ts";
import type { ProgramContext } from "../program-context.ts";

/**
 * Opens a session for a command. Notices go to standard error, refusals name flags and settings, and
 * third-party tools are loaded only if the command asks for them.
 */
export function openSession(
  options: PlaceOptions,
  program: ProgramContext,
  more: ToolwrightOptions = {},
): Promise<Toolwright> {
  const { environment, language, cwd, administratorFile } = program;
  return openToolwright({
    environment,
    language,
    cwd,
    administratorFile,
    thirdPartyTools: "never",
    remedy: ({ wouldChange }) => `To allow it: ${wouldChange}`,
    onNotice: (notice) => tellNotice(notice, program),
    ...options,
    ...more,
  });
}
