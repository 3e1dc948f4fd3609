import { messageOf } from "@toolwright/core/internal";
import { watchFiles } from "../settings/watch-files.ts";
import { grantFilesOf } from "./stored-grants.ts";
import type { Toolwright } from "../toolwright.ts";

/**
 * Applies grants that other processes add or revoke to an open session, as by `toolwright policy grant`.
 * A read error is reported once, and the earlier grants stay in force.
 *
 * Shapes: returns a function that stops it.
 */
export function followGrants(
  { places, session }: Pick<Toolwright, "places" | "session">,
  tell: (message: string) => void,
): () => void {
  let isStopped = false;
  let lastProblem: string | null = null;
  let reloading = Promise.resolve();
  const reload = async (): Promise<void> => {
    if (isStopped) return;
    try {
      await session.reloadGrants();
      lastProblem = null;
    } catch (thrown) {
      const problem = messageOf(thrown);
      if (!isStopped && problem !== lastProblem) {
        tell(`${problem} The earlier grants stay in force.`);
      }
      lastProblem = problem;
    }
  };
  const stop = watchFiles(grantFilesOf(places), {
    onChange() {
      reloading = reloading.then(reload);
    },
    onError({ message }) {
      if (isStopped || message === lastProblem) return;
      lastProblem = message;
      tell(`Grants from other processes may apply only to the next session: ${message}.`);
    },
  });
  return () => {
    isStopped = true;
    stop();
  };
}
