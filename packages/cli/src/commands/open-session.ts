import {
  openToolwright,
  type PlaceOptions,
  type Toolwright,
  type ToolwrightOptions,
} from "@toolwright/runtime";
import { tellNotice } from "../output/notices.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * A session for a command: notices go to standard error, refusals name flags and settings, and third-party tools
 * are left out unless a command asks for them.
 */
export function openSession(
  options: PlaceOptions,
  surroundings: Surroundings,
  more: ToolwrightOptions = {},
): Promise<Toolwright> {
  const { environment, cwd, administratorFile } = surroundings;
  return openToolwright({
    environment,
    cwd,
    administratorFile,
    thirdPartyTools: "never",
    remedy: ({ wouldChange }) => `What would allow it: ${wouldChange}`,
    onNotice: (notice) => tellNotice(notice, surroundings),
    ...options,
    ...more,
  });
}
