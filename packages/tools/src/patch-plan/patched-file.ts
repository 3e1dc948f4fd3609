import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { decodeText, type TextFile } from "@toolwright/workspace";
import { notText } from "../text-file/not-text.ts";

/** A file on its way through a patch: as it was, and as it is to be. */
export interface PatchedFile {
  /** As the patch first named it. */
  readonly path: string;
  readonly realPath: string;
  readonly displayPath: string;
  /** Null: there was no file. */
  readonly version: FileVersion | null;
  /** In bytes, as it was. */
  readonly size: number;
  /** Null: there is to be no file. */
  current: Content | null;
}

/** What a file holds on its way: as it was in some file at first, or made by the patch. */
export interface Content {
  /** The file whose content it was at first, and whose mode it keeps; null for an added one. */
  readonly origin: PatchedFile | null;
  /** Null: what the origin had, all of it. */
  readonly bytes: Uint8Array | null;
}

/** Looks at contents, each original one at most once. */
export class ContentReader {
  readonly #workspace: WorkspaceAccess;
  readonly #originals = new Map<PatchedFile, Uint8Array>();
  readonly #texts = new WeakMap<Content, TextFile>();

  constructor(workspace: WorkspaceAccess) {
    this.#workspace = workspace;
  }

  /** Errors: those of reading the file; `file-changed`. */
  async bytesOf({ bytes, origin }: Content): Promise<Uint8Array> {
    if (bytes !== null || origin === null) return bytes ?? new Uint8Array();
    const known = this.#originals.get(origin);
    if (known !== undefined) return known;
    const read = await this.#workspace.read(origin.path);
    if (read.version !== origin.version) {
      throw new ToolError(
        "file-changed",
        `'${origin.displayPath}' is being changed by somebody else just now: try again.`,
      );
    }
    this.#originals.set(origin, read.bytes);
    return read.bytes;
  }

  /** Errors: as `bytesOf`; `not-text`. */
  async textOf(content: Content, displayPath: string): Promise<TextFile> {
    const known = this.#texts.get(content);
    if (known !== undefined) return known;
    const bytes = await this.bytesOf(content);
    const text = await decodeText(bytes);
    if (text === null) throw notText(displayPath, bytes, bytes.length);
    this.#texts.set(content, text);
    return text;
  }

  /** The text where it can be shown: null for what is large, no text, or not to be read unasked. */
  async shownText(content: Content, maxBytes: number): Promise<string | null> {
    const { origin } = content;
    if (content.bytes === null && origin !== null) {
      if (origin.size > maxBytes || !(await this.#workspace.mayRead(origin.path))) return null;
    }
    return (await decodeText(await this.bytesOf(content)))?.text ?? null;
  }
}
