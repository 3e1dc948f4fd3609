import { messageOf } from "@toolwright/core/internal";
import { watchFiles } from "../settings/watch-files.ts";
import { grantFilesOf } from "./stored-grants.ts";
import type { Toolwright } from "../toolwright.ts";

/**
 * Keeps an open session to what is granted and revoked elsewhere while it runs, as by `toolwright policy
 * grant`. What can't be read is told, once; the grants from before hold on.
 *
 * Shapes: returns the way to stop, after which nothing is told.
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
        tell(`${problem} What was granted before holds on.`);
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
      tell(`What is granted elsewhere may count only from the next session on: ${message}.`);
    },
  });
  return () => {
    isStopped = true;
    stop();
  };
}
