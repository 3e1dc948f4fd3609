import { closeSync, readSync } from "node:fs";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FileVersion, OpenFile } from "@toolwright/core/ports";
import type { FileVersions } from "../versions/file-versions.ts";
import { systemFailure } from "./failures.ts";

export interface OpenFileOptions {
  readonly asked: string;
  readonly realPath: string;
  /** Size in bytes at the time of opening. */
  readonly size: number;
  readonly versions: FileVersions;
  readonly checkRevoked: () => void;
  readonly onClose: (file: OpenRegularFile) => void;
}

/** An open regular file, usable during its call. Closing it twice is harmless. */
export class OpenRegularFile implements OpenFile {
  readonly size: number;
  readonly #options: OpenFileOptions;
  #descriptor: number | null;

  constructor(descriptor: number, options: OpenFileOptions) {
    this.#descriptor = descriptor;
    this.#options = options;
    this.size = options.size;
  }

  read(buffer: Uint8Array, position: number): number {
    const descriptor = this.#usable();
    try {
      return readSync(descriptor, buffer, 0, buffer.byteLength, position);
    } catch (error) {
      throw systemFailure(error, this.#options.asked, "read");
    }
  }

  version(): FileVersion {
    return this.#options.versions.ofFile(this.#usable(), this.#options.realPath);
  }

  close(): void {
    if (this.#descriptor === null) return;
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    this.#options.onClose(this);
    closeSync(descriptor);
  }

  #usable(): number {
    this.#options.checkRevoked();
    if (this.#descriptor !== null) return this.#descriptor;
    throw new ToolError(
      "internal",
      `${shownPath(this.#options.asked)} was read after it was closed.`,
    );
  }
}
