import { followGrants } from "./records/follow-grants.ts";
import { followSettings } from "./settings/follow-settings.ts";
import type { Toolwright } from "./toolwright.ts";

/**
 * Applies changes of settings and grants to an open session, and reports each change and problems with
 * third-party tools.
 *
 * Shapes: returns a function that stops it.
 */
export function followChanges(toolwright: Toolwright, tell: (message: string) => void): () => void {
  const stops = [
    followSettings(toolwright, tell),
    followGrants(toolwright, tell),
    toolwright.onThirdPartyNews(tell),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
