import type { Terminal } from "@earendil-works/pi-tui";
import type { Session } from "@toolwright/core";
import type { AwaitableJournal } from "@toolwright/workspace";
import type { Undo } from "@toolwright/workspace/undo";
import type { EndedJob } from "@toolwright/runtime";

export interface TerminalOptions {
  readonly session: Session;
  /** Takes back what calls did; without it /undo and /redo say that they can't. */
  readonly undo?: Undo;
  /** The journal of the folder; without it /journal says that there is none. */
  readonly journal?: Pick<AwaitableJournal, "entries">;
  readonly version: string;
  /** Default: the name of the workspace's first folder. */
  readonly workspaceName?: string;
  /** The file that keeps what is typed for the next time; none by default. */
  readonly historyFile?: string | null;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Tells of commands that have ended in the background; returns the way to stop. */
  readonly onJobEnd?: (listener: (job: EndedJob) => void) => () => void;
  /** Tells what became of settings that changed; returns the way to stop. */
  readonly onSettingsNews?: (listener: (message: string) => void) => () => void;
  readonly stdin?: NodeJS.ReadStream;
  /** Where a plain terminal writes. */
  readonly stdout?: NodeJS.WriteStream;
  /** The screen and its keys; the process's own by default. A plain terminal needs none. */
  readonly terminal?: Terminal;
}

/** As `cmd_1 exited with status 0 (npm run build)`. */
export function endOfJob({ id, title, state }: EndedJob): string {
  const [line = ""] = title.split("\n");
  if (state.status !== "ended") return `${id} failed (${line})`;
  const { exitCode, signal, cause } = state.end;
  if (cause !== "exit") return `${id} was stopped (${line})`;
  const how = exitCode === null ? `was ended by ${signal}` : `exited with status ${exitCode}`;
  return `${id} ${how} (${line})`;
}
