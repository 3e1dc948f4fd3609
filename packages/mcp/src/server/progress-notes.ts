import type { ServerContext } from "@modelcontextprotocol/server";
import type { Invocation, InvocationUpdate } from "@toolwright/core";
import { type LogLevel, revealedLine } from "@toolwright/core/internal";
import { isAtLeast, type LogMessage } from "../log-level.ts";
import { fieldOf } from "./host-line.ts";

/** This many messages are sent without delay; later ones are combined at intervals. */
const burst = 200;
const pauseMs = 100;
const maxMessageLength = 200;
/** The limit of output between two messages; the end is kept. */
const maxOutputLength = 256_000;

export interface ToldOptions {
  /** The least severe level of log messages that the host requested; undefined for none. */
  readonly logLevel: LogLevel | undefined;
  /** Whether the host's request is still unanswered. */
  readonly isOpen: () => boolean;
}

/**
 * Reports a call's events to the host until the call ends or its request is answered. Progress is sent if the
 * host gave a token; logs and output are sent as far as the host requested them. An unreachable host does not
 * affect the call.
 */
export async function tellProgress(
  invocation: Invocation,
  context: ServerContext,
  options: ToldOptions,
): Promise<void> {
  const notes = new Notes(context, options);
  try {
    for await (const event of invocation) {
      if (!options.isOpen()) return;
      if (event.type === "approval-requested") {
        await notes.add({ ...noNote, message: "Waiting for a person's answer" });
      } else if (event.type === "invocation-update") {
        if (event.update.log !== undefined) await notes.log(event.update.log);
        else await notes.add(noteOf(event.update));
      }
    }
  } finally {
    await notes.end();
  }
}

class Notes {
  readonly #context: ServerContext;
  readonly #options: ToldOptions;
  #sent = 0;
  #progress: number | null = null;
  #waiting: Note | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: ServerContext, options: ToldOptions) {
    this.#context = context;
    this.#options = options;
  }

  async add(note: Note): Promise<void> {
    const output = ((this.#waiting?.output ?? "") + note.output).slice(-maxOutputLength);
    this.#waiting = { ...note, output };
    if (this.#sent < burst) {
      this.#sent += 1;
      await this.#flush();
    } else this.#timer ??= setTimeout(() => void this.#flush(), pauseMs).unref();
  }

  async log({ level, logger, data }: LogMessage): Promise<void> {
    if (!this.#options.isOpen() || !isAtLeast(level, this.#options.logLevel)) return;
    await this.#context.mcpReq.log(level, data, logger).catch(ignore);
  }

  async end(): Promise<void> {
    await this.#flush();
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const note = this.#waiting;
    this.#waiting = null;
    if (note === null || !this.#options.isOpen()) return;
    await this.#tell(note);
    if (note.output !== "") {
      await this.log({ level: "info", data: note.output, logger: "toolwright" });
    }
  }

  async #tell({ amount, total, message }: Note): Promise<void> {
    const { mcpReq } = this.#context;
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    // Progress must increase with each message; without a measure it counts messages.
    const isMore = amount !== null && (this.#progress === null || amount > this.#progress);
    this.#progress = isMore ? amount : (this.#progress ?? 0) + 1;
    const params = {
      progressToken,
      progress: this.#progress,
      ...(total !== null && { total }),
      ...(message !== "" && { message }),
    };
    await mcpReq.notify({ method: "notifications/progress", params }).catch(ignore);
  }
}

interface Note {
  readonly amount: number | null;
  readonly total: number | null;
  readonly message: string;
  readonly output: string;
}

const noNote: Note = { amount: null, total: null, message: "", output: "" };

/** Tools report progress in their metadata: `progress: { done, total?, message? }`. */
function noteOf({ title, output = "", metadata }: InvocationUpdate): Note {
  const progress = metadata?.["progress"];
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  const message = fieldOf(progress, "message");
  return {
    amount: numberOf(fieldOf(progress, "done")),
    total: numberOf(fieldOf(progress, "total")),
    message: revealedLine(
      typeof message === "string" ? message : (title ?? lastLine),
      maxMessageLength,
      "text",
    ),
    output,
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function ignore(): void {
  // The host has gone or did not want it; only the call's outcome matters.
}
