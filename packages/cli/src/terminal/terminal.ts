import { recorded, verbatim } from "@toolwright/core/internal";
import { Console } from "node:console";
import { basename } from "node:path";
import { Writable } from "node:stream";
import { openHistoryFile } from "./prompt/history-file.ts";
import { InteractiveMode } from "./screen/interactive-mode.ts";
import { ScrollbackTerminal } from "./screen/screen.ts";
import { endOfJob, type TerminalOptions } from "./terminal-options.ts";
import { codesOn, type Theme, themeFor } from "../text/theme.ts";

/** Exit statuses, as a shell reports a process that a signal has ended. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs interactive mode on a session. Resolves to the exit status: 0, 130 for Ctrl-C twice, or 128 plus
 * the signal's number.
 *
 * At the end the terminal is restored: raw mode off, the cursor shown, the output still on the main
 * screen. Running calls are cancelled; the caller closes the session. Errors: rejects with an error of
 * the screen itself.
 */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  const { stdin = process.stdin, environment = process.env } = options;
  // The terminal tells its background when it is asked.
  const look: { -readonly [Key in keyof Theme]: Theme[Key] } = {
    ...themeFor(environment, options.language),
  };
  const interactiveMode = new InteractiveMode({
    ...options,
    workspaceName: options.workspaceName ?? basename(options.session.workspace.roots[0] ?? "/"),
    history: openHistoryFile(options.historyFile ?? null),
    look,
    terminal: options.terminal ?? new ScrollbackTerminal(),
    environment,
    now: () => performance.now(),
  });
  // The terminal has gone.
  const onEnd = (): void => interactiveMode.quit(signals.SIGHUP);
  stdin.once("end", onEnd);
  for (const stream of [stdin, process.stdout]) stream.on("error", onEnd);
  // Restores the terminal, whatever ends the process.
  const onExit = (): void => interactiveMode.quit(1);
  process.once("exit", onExit);
  const stops = [
    ...Object.entries(signals).map(([signal, status]) => {
      const listener = (): void => interactiveMode.quit(status);
      process.on(signal, listener);
      return () => process.off(signal, listener);
    }),
    options.onJobEnd?.((job) => interactiveMode.tell(endOfJob(job))),
    options.onSettingsNews?.((message) => interactiveMode.tell(recorded(message))),
    redirectedConsole((text) => interactiveMode.tell(verbatim(text))),
    () => stdin.off("end", onEnd),
    () => {
      for (const stream of [stdin, process.stdout]) stream.off("error", onEnd);
    },
    () => process.off("exit", onExit),
  ];
  ignoreLaterHangups(stdin);
  try {
    interactiveMode.start();
    if (look.hasColours && look.isUnicode && environment["TOOLWRIGHT_THEME"] === undefined) {
      interactiveMode.onBackground((colour) => (look.codes = codesOn(colour)));
    }
    return await interactiveMode.ended;
  } finally {
    interactiveMode.close();
    for (const stop of stops) stop?.();
  }
}

const ignore = (): void => undefined;

/**
 * A terminal that goes is told several times: by signals, and by failures to read and write. Without listeners a late one
 * would end the process before the session is closed.
 */
function ignoreLaterHangups(stdin: NodeJS.ReadableStream): void {
  for (const stream of [stdin, process.stdout])
    if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
  if (!process.listeners("SIGHUP").includes(ignore)) process.on("SIGHUP", ignore);
}

/** Redirects the global console, as output of a tool's code would garble the screen. Returns a function that restores it. */
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
