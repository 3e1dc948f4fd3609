import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BlobId } from "../journal/journal-store.ts";
import { blobIdOf } from "../undo/path-state.ts";

/** Contents of a stage, kept apart from its view: whatever happens there, these stay as they were seen. */
export class StagedContents {
  readonly #directory: string;

  constructor(stageDirectory: string) {
    this.#directory = join(stageDirectory, "contents");
    mkdirSync(this.#directory, { mode: 0o700 });
  }

  readonly keep = (bytes: Uint8Array): BlobId => {
    const blob = blobIdOf(bytes);
    const path = join(this.#directory, blob);
    if (!existsSync(path)) writeFileSync(path, bytes, { flag: "wx", mode: 0o600 });
    return blob;
  };

  /** Throws if it isn't there, or isn't what was kept. */
  read(blob: BlobId): Uint8Array {
    const bytes = readFileSync(join(this.#directory, blob));
    if (blobIdOf(bytes) === blob) return bytes;
    throw new Error("A content of the stage is damaged.");
  }
}
