import { isUtf8 } from "node:buffer";
import type { PathState } from "@toolwright/workspace/internal";
import { sha256 } from "./sha256.ts";
import type { PrivatePaths } from "./private-paths.ts";
import { type TapeContent, type TapedState, tapeLimits } from "./tape.ts";

export interface TapeContentsOptions {
  readonly paths: PrivatePaths;
  /** Hides secrets in a file's text. */
  readonly redact: (text: string) => string;
  /** The bytes of a content in the journal; null if it was pruned. */
  readonly stored: (blob: string) => Uint8Array | null;
  readonly write: (content: TapeContent) => void;
}

/** The contents of a tape: each is written once, redacted, as long as there is room. */
export class TapeContents {
  readonly #options: TapeContentsOptions;
  readonly #written = new Set<string>();
  /** The hashes on the tape by the journal's, null for a content that the tape doesn't have. */
  readonly #stored = new Map<string, TapedContent>();
  #bytes = 0;

  constructor(options: TapeContentsOptions) {
    this.#options = options;
  }

  /** The state for the tape. Its content comes before it. */
  state(state: PathState, { bytes, omitted }: GivenContent = {}): TapedState {
    switch (state.kind) {
      case "file": {
        const { mode, blob } = state;
        if (omitted !== undefined) return { kind: "file", content: null, omitted, mode };
        if (bytes !== undefined) return { kind: "file", ...this.#content(bytes), mode };
        return { kind: "file", ...this.#storedContent(blob), mode };
      }
      case "directory":
        return { kind: "directory", mode: state.mode };
      case "link":
        return {
          kind: "link",
          target: this.#options.paths.hide(this.#options.redact(state.target)),
        };
      case "absent":
        return { kind: "absent" };
      case "other":
        return { kind: "other" };
    }
  }

  #storedContent(blob: string | null): TapedContent {
    if (blob === null) return { content: null, omitted: "not kept" };
    const known = this.#stored.get(blob);
    if (known !== undefined) return known;
    const bytes = this.#options.stored(blob);
    const taped = bytes === null ? { content: null, omitted: "pruned" } : this.#content(bytes);
    this.#stored.set(blob, taped);
    return taped;
  }

  #content(bytes: Uint8Array): TapedContent {
    if (bytes.length > tapeLimits.maxFileBytes) return { content: null, omitted: "too large" };
    if (this.#bytes + bytes.length > tapeLimits.maxBytes)
      return { content: null, omitted: "no room" };
    const body = this.#body(bytes);
    if (body === null) return { content: null, omitted: "holds a secret" };
    const hash = sha256("text" in body ? body.text : bytes);
    if (!this.#written.has(hash)) {
      this.#written.add(hash);
      this.#bytes += bytes.length;
      this.#options.write({ type: "content", sha256: hash, ...body });
    }
    return { content: hash };
  }

  /** Null for bytes with a secret in which nothing can stand for it. */
  #body(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } | null {
    const { redact, paths } = this.#options;
    if (isUtf8(bytes)) return { text: paths.hide(redact(Buffer.from(bytes).toString("utf8"))) };
    const asText = Buffer.from(bytes).toString("latin1");
    if (redact(asText) !== asText) return null;
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

interface GivenContent {
  readonly bytes?: Uint8Array | undefined;
  readonly omitted?: string | undefined;
}

interface TapedContent {
  readonly content: string | null;
  readonly omitted?: string;
}
