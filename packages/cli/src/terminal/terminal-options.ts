import type { Language, Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { Terminal } from "@earendil-works/pi-tui";
import type { Label, Mode, Session } from "@toolwright/core";
import type { AwaitableJournal } from "@toolwright/workspace";
import type { Undo } from "@toolwright/workspace/undo";
import type { EndedJob } from "@toolwright/runtime";
import type { Job } from "@toolwright/core/ports";
import type { AgentMaker } from "./agent/agent-desk.ts";
import type { ServerStatus } from "./screen/server-lines.ts";

export interface TerminalOptions {
  readonly session: Session;
  /** Undoes calls; without it /undo and /redo are not available. */
  readonly undo?: Undo;
  /** The journal of the folder; without it /journal is not available. */
  readonly journal?: Pick<AwaitableJournal, "entries">;
  /** Discovers tools again; without it /tools refresh is not available. */
  readonly refreshTools?: () => Promise<void>;
  /** Makes the agent; without it, or without a model, lines are calls of tools. */
  readonly agent?: AgentMaker;
  /** The MCP servers of the session. */
  readonly servers?: () => readonly ServerStatus[];
  /** The running commands that have a terminal of their own. */
  readonly terminals?: () => readonly Job[];
  /** Clears a label of the session's context. Default: without a record. */
  readonly clearLabel?: (label: Label) => Promise<boolean>;
  /** Changes the mode as far as the settings allow. Default: the session's own method. */
  readonly setMode?: (mode: Mode) => Promise<Mode>;
  readonly version: string;
  /** Default: the name of the workspace's first folder. */
  readonly workspaceName?: string;
  /** The file for the input history; none by default. */
  readonly historyFile?: string | null;
  /** Default: English. */
  readonly language?: Language;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Subscribes to background commands that have ended. Returns a function that unsubscribes. */
  readonly onJobEnd?: (listener: (job: EndedJob) => void) => () => void;
  /** Subscribes to news about changed settings. Returns a function that unsubscribes. */
  readonly onSettingsNews?: (listener: (message: string) => void) => () => void;
  readonly stdin?: NodeJS.ReadStream;
  /** The output of a plain terminal. */
  readonly stdout?: NodeJS.WriteStream;
  /** The screen and its keys; by default those of the process. Not used by a plain terminal. */
  readonly terminal?: Terminal;
}

/** One line, as `cmd_1 exited with status 0 (npm run build)`. */
export function endOfJob({ id, title, state }: EndedJob): Phrase {
  const [command = ""] = title.split("\n");
  if (state.status !== "ended") return phrase("{job} failed ({command})", { job: id, command });
  const { exitCode, signal, cause } = state.end;
  if (cause !== "exit") return phrase("{job} was stopped ({command})", { job: id, command });
  return exitCode === null
    ? phrase("{job} was ended by {signal} ({command})", {
        job: id,
        signal: String(signal),
        command,
      })
    : phrase("{job} exited with status {status} ({command})", {
        job: id,
        status: String(exitCode),
        command,
      });
}
