import { settingsPaths } from "./load-settings.ts";
import { unusedGuards } from "./unused-guards.ts";
import { watchFiles } from "./watch-files.ts";
import type { Toolwright } from "../toolwright.ts";
import { untrustedNote } from "./settings-in-force.ts";

/**
 * Keeps an open session to its settings files as they change. What became of a change is told: that it
 * is in force, or what is wrong with it, with file, line and column, and once.
 *
 * Shapes: returns the way to stop, after which nothing is told.
 */
export function followSettings(
  opened: Pick<Toolwright, "places" | "settings" | "reload">,
  tell: (message: string) => void,
): () => void {
  let reloading: Promise<void> | null = null;
  let isStale = false;
  let isStopped = false;
  let lastError: string | null = null;
  let isDeaf = false;
  const say = (message: string): void => {
    if (!isStopped) tell(message);
  };
  const reload = async (): Promise<void> => {
    do {
      isStale = false;
      const error = await opened.reload();
      if (error === null) await sayInForce(opened, say);
      else if (error !== lastError) say(`${error}. The settings from before stay in force.`);
      lastError = error;
    } while (isStale && !isStopped);
    reloading = null;
  };
  const stop = watchFiles(
    settingsPaths(opened.places).map(({ path }) => path),
    {
      onChange() {
        isStale = true;
        reloading ??= reload();
      },
      onError({ message }) {
        if (isDeaf) return;
        isDeaf = true;
        say(`Settings that change may be taken up only by the next session: ${message}.`);
      },
    },
  );
  return () => {
    isStopped = true;
    stop();
  };
}

async function sayInForce(
  { settings }: Pick<Toolwright, "settings">,
  say: (message: string) => void,
): Promise<void> {
  const note = await untrustedNote(settings);
  say("The settings have changed and are in force.");
  for (const each of [...settings.files.flatMap(unusedGuards), ...(note === null ? [] : [note])]) {
    say(`${each}.`);
  }
}
