import { followGrants } from "./records/follow-grants.ts";
import { followSettings } from "./settings/follow-settings.ts";
import type { Toolwright } from "./toolwright.ts";

/**
 * Keeps an open session to its settings and grants as their files change, and tells what became of each change,
 * and what goes wrong with third-party tools.
 *
 * Shapes: returns the way to stop, after which nothing is told.
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
