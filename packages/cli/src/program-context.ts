import type { Readable, Writable } from "node:stream";
import type { Language } from "@toolwright/core/internal";
import type { EnvironmentVariables } from "@toolwright/runtime/internal";
import { usageError } from "./errors.ts";
import { languageCodeFor, personLanguage } from "./language/person-language.ts";
import { phrase } from "./language/phrase.ts";

/** Streams that may be a terminal. */
export type InputStream = Readable & { readonly isTTY?: boolean };
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The parts of the process that a command uses; tests pass their own. */
export interface ProgramContext {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: EnvironmentVariables;
  /** The language of everything that is printed for a person. */
  readonly language: Language;
  /** Absolute. Reading it throws CommandError `usage` when the folder is gone. */
  readonly cwd: string;
  /** The administrator's settings file; only tests set it. */
  readonly administratorFile?: string;
  /**
   * Calls the listener on SIGINT, SIGTERM and SIGHUP, which no longer end the process. Returns a
   * function that stops this.
   */
  onInterrupt(listener: () => void): () => void;
  /** Calls the listener with uncaught errors. Returns a function that stops this. */
  onStrayError(listener: (thrown: unknown) => void): () => void;
  /** Ends the process at once. */
  exit(status: number): void;
}

const interruptSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function processContext(): Promise<ProgramContext> {
  const language = await personLanguage(languageCodeFor(process.env, navigator.language));
  return {
    language,
    // Opened when needed, as an unused stream costs a short command some milliseconds.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    environment: process.env,
    get cwd() {
      return currentDirectory();
    },
    onInterrupt(listener) {
      for (const signal of interruptSignals) process.on(signal, listener);
      return () => {
        for (const signal of interruptSignals) process.off(signal, listener);
      };
    },
    onStrayError(listener) {
      // Unhandled rejections arrive here as well.
      process.on("uncaughtException", listener);
      return () => process.off("uncaughtException", listener);
    },
    exit(status) {
      process.exit(status);
    },
  };
}

/** The context with another language. Its streams are still opened only when needed. */
export function inLanguage(program: ProgramContext, language: Language): ProgramContext {
  return Object.create(program, { language: { value: language } }) as ProgramContext;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? "unknown error";
    throw usageError(
      phrase(
        "The current folder can't be found ({code}): it was removed or moved. Change to a folder that exists.",
        { code },
      ),
    );
  }
}
