import {
  type OpenedSession,
  type OpenOptions,
  openSession as openWith,
  type SessionWishes,
} from "@toolwright/runtime/internal";
import { listedTool, listedTools } from "../listed-tools/listed-tools.ts";
import { tellNotice } from "../output/notices.ts";
import type { Surroundings } from "../surroundings.ts";

/** A session for a command: its notices go to standard error, and the tools come from the build's listing. */
export function openSession(
  options: OpenOptions,
  surroundings: Surroundings,
  wishes: SessionWishes = {},
): Promise<OpenedSession> {
  const { environment, cwd, administratorFile } = surroundings;
  const host = {
    environment,
    cwd,
    ...(administratorFile !== undefined && { administratorFile }),
    onNotice: (notice: string) => tellNotice(notice, surroundings),
  };
  return openWith(options, host, { ...wishes, listed: { one: listedTool, all: listedTools } });
}
