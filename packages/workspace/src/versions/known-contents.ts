import type { FileVersion } from "@toolwright/core/ports";

const defaultLimits = { maxBytes: 16 * 1024 * 1024, maxFileBytes: 4 * 1024 * 1024 };
/** What an entry takes beside its content, so that many small ones count as well. */
const entryBytes = 512;

/** Contents that a session has met, by version; the ones met longest ago go first. */
export class KnownContents {
  readonly #contents = new Map<FileVersion, Uint8Array>();
  readonly #limits: typeof defaultLimits;
  #bytes = 0;

  constructor(limits: Partial<typeof defaultLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** A copy, which no caller can change. */
  get(version: FileVersion): Uint8Array | null {
    return this.#contents.get(version)?.slice() ?? null;
  }

  /** Keeps a copy, unless it is too large. */
  add(version: FileVersion, bytes: Uint8Array): void {
    if (bytes.byteLength > this.#limits.maxFileBytes) return;
    const known = this.#contents.get(version);
    this.#contents.delete(version);
    this.#contents.set(version, known ?? new Uint8Array(bytes));
    if (known !== undefined) return;
    this.#bytes += bytes.byteLength + entryBytes;
    for (const [oldest, content] of this.#contents) {
      if (this.#bytes <= this.#limits.maxBytes) return;
      this.#contents.delete(oldest);
      this.#bytes -= content.byteLength + entryBytes;
    }
  }
}
