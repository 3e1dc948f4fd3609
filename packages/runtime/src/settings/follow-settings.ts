import { settingsPaths } from "./load-settings.ts";
import { watchFiles } from "./watch-files.ts";
import type { Toolwright } from "../toolwright.ts";
import { untrustedNote } from "./settings-in-force.ts";

/**
 * Applies changed settings files to an open session. Reports that a change is in force, or its error with
 * file, line and column, once.
 *
 * Shapes: returns a function that stops it.
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
      else if (error !== lastError) say(`${error}. The earlier settings stay in force.`);
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
        say(`Changed settings may apply only to the next session: ${message}.`);
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
  if (note !== null) say(`${note}.`);
}
