import { Console } from "node:console";
import { basename } from "node:path";
import { Writable } from "node:stream";
import { openHistoryFile } from "./prompt/history-file.ts";
import { InteractiveMode } from "./screen/interactive-mode.ts";
import { ScrollbackTerminal } from "./screen/screen.ts";
import { endOfJob, type TerminalOptions } from "./terminal-options.ts";
import { themeFor } from "../text/theme.ts";

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
  const { stdin = process.stdin, environment = process.env } = options;
  const interactiveMode = new InteractiveMode({
    session,
    ...(options.undo !== undefined && { undo: options.undo }),
    ...(options.journal !== undefined && { journal: options.journal }),
    version,
    workspaceName: options.workspaceName ?? basename(session.workspace.roots[0] ?? "/"),
    history: openHistoryFile(options.historyFile ?? null),
    look: themeFor(environment),
    terminal: options.terminal ?? new ScrollbackTerminal(),
    now: () => performance.now(),
  });
  // The terminal is gone: there is nobody to ask and nothing to draw on.
  const onEnd = (): void => interactiveMode.quit(signals.SIGHUP);
  stdin.once("end", onEnd);
  // Whatever ends the process, the terminal is given back.
  const onExit = (): void => interactiveMode.quit(1);
  process.once("exit", onExit);
  const stops = [
    ...Object.entries(signals).map(([signal, status]) => {
      const listener = (): void => interactiveMode.quit(status);
      process.on(signal, listener);
      return () => process.off(signal, listener);
    }),
    options.onJobEnd?.((job) => interactiveMode.tell(endOfJob(job))),
    options.onSettingsNews?.((message) => interactiveMode.tell(message)),
    redirectedConsole((text) => interactiveMode.tell(text)),
    () => stdin.off("end", onEnd),
    () => process.off("exit", onExit),
  ];
  try {
    interactiveMode.start();
    return await interactiveMode.ended;
  } finally {
    interactiveMode.close();
    for (const stop of stops) stop?.();
  }
}

/** Hands on what a tool's code prints: it would be written across the screen. Returns the way back. */
function redirectedConsole(print: (text: string) => void): () => void {
  const own = globalThis.console;
  const stdout = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      print(text);
      done();
    },
  });
  globalThis.console = new Console({ stdout, stderr: stdout });
  return () => {
    globalThis.console = own;
  };
}
