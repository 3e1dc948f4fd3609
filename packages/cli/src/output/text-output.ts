import type { OutputStream } from "../surroundings.ts";

/** A stream of text that waits for a slow reader and notices when the reader has gone. */
export interface TextOutput {
  /** True once nothing that is written arrives any more. */
  readonly isClosed: boolean;
  /** Why writing failed, but for a reader that left early (`… | head`), which is nobody's fault. */
  readonly failure: Error | null;
  /** Resolves when more may be written; returns no promise when there is room at once. */
  write(text: string): Promise<void> | undefined;
  /** Called once when nothing arrives any more. */
  onClose(listener: () => void): void;
}

const outputs = new WeakMap<OutputStream, TextOutput>();

/** The one output of a stream. What is written after its end is dropped; writing never throws. */
export function textOutput(stream: OutputStream): TextOutput {
  const existing = outputs.get(stream);
  if (existing !== undefined) return existing;
  const output = openOutput(stream);
  outputs.set(stream, output);
  return output;
}

function openOutput(stream: OutputStream): TextOutput {
  const listeners: (() => void)[] = [];
  let isClosed = false;
  let failure: Error | null = null;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of listeners) listener();
  };
  stream.on("close", close);
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") failure ??= error;
    close();
  });
  return {
    get isClosed() {
      return isClosed;
    },
    get failure() {
      return failure;
    },
    write(text) {
      if (isClosed || stream.write(text)) return undefined;
      return new Promise((resolve) => {
        stream.once("drain", resolve);
        listeners.push(resolve);
      });
    },
    onClose(listener) {
      if (isClosed) listener();
      else listeners.push(listener);
    },
  };
}

/** So much is written at once at the most, but for a text that is longer by itself. */
const maxGathered = 64 * 1024;

/** Texts that are written together. */
export interface GatheredOutput {
  /** Returns a promise where `TextOutput.write` does. */
  write(text: string): Promise<void> | undefined;
  /** Writes at once what was gathered. */
  flush(): Promise<void> | undefined;
}

/**
 * Writes texts that follow each other without a pause together: each write by itself costs more
 * than making a short text. What was gathered goes out, in order, as soon as anything is waited
 * for (the disk, a process, a person, a timer), and when it is 64 kB; nothing is held back longer.
 */
export function gatherOutput(output: TextOutput): GatheredOutput {
  let gathered = "";
  let turn: NodeJS.Immediate | undefined;
  let room: Promise<void> | undefined;
  const flush = (): Promise<void> | undefined => {
    clearImmediate(turn);
    turn = undefined;
    if (gathered === "") return room;
    const text = gathered;
    gathered = "";
    room = output.write(text)?.then(() => {
      room = undefined;
    });
    return room;
  };
  return {
    write(text) {
      gathered += text;
      if (gathered.length >= maxGathered) return flush();
      // Comes when everything waits for something that isn't there yet.
      turn ??= setImmediate(() => void flush());
      return room;
    },
    flush,
  };
}
