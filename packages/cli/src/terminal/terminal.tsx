import { basename } from "node:path";
import { messageOf } from "@toolwright/core";
import { render } from "ink";
import { openHistoryFile } from "./prompt/history-file.ts";
import { createHandsOn } from "./screen/hands-on.ts";
import { FaultBoundary } from "./screen/fault-boundary.tsx";
import { Screen } from "./screen/screen.tsx";
import { endOfJob, type TerminalOptions } from "./terminal-options.ts";
import { lookOf } from "./text/look.ts";

/** Ends with the status that a shell gives a process that the signal ends. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Opens the hands-on terminal on a session and resolves, when the person quits or a signal ends it,
 * to the exit status: 0, 130 for Ctrl-C twice, 128 and the signal's number.
 *
 * The terminal is given back as it was: raw mode off, the cursor shown, the main screen with all
 * that was printed. Calls that run are cancelled; closing the session is left to the caller.
 * Errors: rejects with what a fault of the screen itself threw.
 */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  const { session, version } = options;
  const { stdin = process.stdin, stdout = process.stdout, environment = process.env } = options;
  const look = lookOf(environment);
  const handsOn = createHandsOn({
    session,
    ...(options.undo !== undefined && { undo: options.undo }),
    ...(options.journal !== undefined && { journal: options.journal }),
    version,
    workspaceName: options.workspaceName ?? basename(session.workspace.roots[0] ?? "/"),
    history: openHistoryFile(options.historyFile ?? null),
    look,
    size: { columns: stdout.columns || 80, rows: stdout.rows || 24 },
    now: () => performance.now(),
  });
  const listeners = Object.entries(signals).map(([signal, status]) => {
    const listener = (): void => handsOn.quit(status);
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const stopTelling = options.onJobEnd?.((job) => handsOn.tell(endOfJob(job)));
  const stopNews = options.onSettingsNews?.((message) => handsOn.tell(message));
  // The terminal is gone: there is nobody to ask and nothing to draw on.
  const onEnd = (): void => handsOn.quit(signals.SIGHUP);
  stdin.once("end", onEnd);
  const faults: Error[] = [];
  const onFault = (thrown: unknown): void => {
    faults.push(thrown instanceof Error ? thrown : new Error(messageOf(thrown)));
    handsOn.quit(1);
    // Not at once: it may be the first drawing that throws.
    queueMicrotask(() => screen.unmount());
  };
  const screen = render(
    <FaultBoundary onFault={onFault}>
      <Screen handsOn={handsOn} look={look} />
    </FaultBoundary>,
    {
      stdin,
      stdout,
      exitOnCtrlC: false,
      // What a tool's code prints to the process's own terminal goes above the live part.
      patchConsole: stdout === process.stdout,
      // The caller has made sure of a terminal; a CI variable in its environment changes nothing.
      interactive: true,
    },
  );
  try {
    await screen.waitUntilExit();
    if (faults[0] !== undefined) throw faults[0];
    return await handsOn.ended;
  } finally {
    stopTelling?.();
    stopNews?.();
    handsOn.close();
    stdin.off("end", onEnd);
    for (const stop of listeners) stop();
  }
}
