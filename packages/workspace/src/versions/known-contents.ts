import type { FileVersion } from "@toolwright/core/ports";

const defaultLimits = { maxBytes: 16 * 1024 * 1024, maxFileBytes: 4 * 1024 * 1024 };
/** The overhead of an entry, so that many small entries count as well. */
const entryBytes = 512;

/** Contents that a session has seen, by version; the oldest are dropped first. */
export class KnownContents {
  readonly #contents = new Map<FileVersion, Uint8Array>();
  readonly #limits: typeof defaultLimits;
  #bytes = 0;

  constructor(limits: Partial<typeof defaultLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** A copy, so that callers can't change the stored content. */
  get(version: FileVersion): Uint8Array | null {
    return this.#contents.get(version)?.slice() ?? null;
  }

  /** Stores a copy, unless the content is too large. */
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
