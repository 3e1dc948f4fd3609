import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { OutputStore } from "@toolwright/core";
import type { StoredOutput, OutputKeeper } from "@toolwright/core/ports";
import { systemCode } from "../access/failures.ts";
import { OutputFile } from "./output-file.ts";
import { OutputPlaces, outputHandle, outputDirectory } from "./output-places.ts";

export interface OutputStoreOptions {
  readonly stateDirectory: string;
  /** The workspace's current directory, a real path, which identifies the workspace. */
  readonly cwd: string;
  /**
   * Limit for one output, in bytes; anything beyond it is counted but not kept. Default: 256 MiB.
   */
  readonly maxOutputBytes?: number;
  /**
   * Limit for the outputs of all workspaces together; the oldest are removed first. Default: 1 GiB.
   */
  readonly maxTotalBytes?: number;
  /** How long an output is kept, in milliseconds. Default: a week. */
  readonly maxAgeMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const mebibyte = 1_048_576;
const defaultMaxAgeMs = 7 * 24 * 60 * 60 * 1_000;
/** Late enough not to slow down opening a workspace; most commands are over by then. */
const firstReapMs = 2_000;

export interface FileOutputStore extends OutputStore {
  /** Removes outputs that are too old or too many. Also runs automatically; never rejects. */
  reap(): Promise<void>;
}

/**
 * Keeps outputs as files in the state directory that only this user can read, under handles that
 * the workspace resolves. When an output can't be kept, the result says why.
 */
export function createOutputStore(options: OutputStoreOptions): FileOutputStore {
  return new OutputDirectory(options);
}

class OutputDirectory implements FileOutputStore {
  readonly #options: OutputStoreOptions;
  readonly #places: OutputPlaces;
  readonly #maxOutputBytes: number;
  readonly #maxTotalBytes: number;
  readonly #writing = new Set<string>();
  #keptSinceReap = 0;
  #reaping: Promise<void> = Promise.resolve();

  constructor(options: OutputStoreOptions) {
    this.#options = options;
    this.#places = new OutputPlaces(options.stateDirectory, options.cwd);
    this.#maxTotalBytes = options.maxTotalBytes ?? 1_024 * mebibyte;
    this.#maxOutputBytes = Math.min(
      options.maxOutputBytes ?? 256 * mebibyte,
      this.#maxTotalBytes / 2,
    );
    setTimeout(() => void this.reap(), firstReapMs).unref();
  }

  async keep(text: string): Promise<StoredOutput> {
    const keeper = this.open();
    await keeper.write(Buffer.from(text));
    return keeper.end();
  }

  open(): OutputKeeper {
    const name = randomBytes(4).toString("hex");
    const file = new OutputFile(join(this.#places.directory, name));
    const maxBytes = this.#maxOutputBytes;
    let totalBytes = 0;
    this.#writing.add(file.path);
    return {
      write(chunk) {
        const room = maxBytes - totalBytes;
        totalBytes += chunk.length;
        if (room <= 0 || file.hasFailed) return undefined;
        return file.write(chunk.length <= room ? chunk : chunk.subarray(0, room));
      },
      end: async () => {
        const keptBytes = Math.min(totalBytes, maxBytes);
        try {
          if (keptBytes < totalBytes) await file.write(Buffer.from(endNote(totalBytes, keptBytes)));
          await file.end();
        } catch (error) {
          return { handle: null, reason: reasonOf(error) };
        } finally {
          this.#writing.delete(file.path);
        }
        this.#noteKept(keptBytes);
        return { handle: outputHandle(name), keptBytes, totalBytes };
      },
      discard: async () => {
        await file.discard();
        this.#writing.delete(file.path);
      },
    };
  }

  reap(): Promise<void> {
    this.#keptSinceReap = 0;
    // A cleanup in progress may already have passed newer outputs.
    this.#reaping = this.#reaping.then(() => this.#reapNow());
    return this.#reaping;
  }

  async #reapNow(): Promise<void> {
    const { stateDirectory, maxAgeMs = defaultMaxAgeMs, now = Date.now } = this.#options;
    // Loaded late, because a short command ends before it is needed.
    const { reapOutputs } = await import("./reap-outputs.ts");
    await reapOutputs(outputDirectory(stateDirectory), {
      oldestMs: now() - maxAgeMs,
      maxTotalBytes: this.#maxTotalBytes,
      isInUse: (path) => this.#writing.has(path),
    });
  }

  #noteKept(bytes: number): void {
    this.#keptSinceReap += bytes;
    if (this.#keptSinceReap > this.#maxTotalBytes / 8) void this.reap();
  }
}

function endNote(totalBytes: number, keptBytes: number): string {
  return `\n[… ${totalBytes - keptBytes} more bytes were written and not kept …]\n`;
}

/** Contains no host path, because a model reads it. */
function reasonOf(error: unknown): string {
  switch (systemCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full.";
    case "EROFS":
    case "EACCES":
    case "EPERM":
    case "ENOTDIR":
      return "Toolwright's state directory can't be written.";
    default:
      return `writing it failed (${systemCode(error) ?? "an unexpected error"}).`;
  }
}
