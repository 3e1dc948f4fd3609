import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { decodeText, type TextFile } from "@toolwright/workspace";
import { notText } from "../text-file/not-text.ts";

/** A file during a patch: its original state and its new state. */
export interface PatchedFile {
  /** The path by which the patch first names it. */
  readonly path: string;
  readonly realPath: string;
  readonly displayPath: string;
  /** Null if there was no file. */
  readonly version: FileVersion | null;
  /** The original size in bytes. */
  readonly size: number;
  /** Null if no file remains. */
  current: Content | null;
}

/** A file's content during a patch: the original content of some file, or made by the patch. */
export interface Content {
  /** The file that the content and mode come from; null for an added file. */
  readonly origin: PatchedFile | null;
  /** Null for the origin's unchanged content. */
  readonly bytes: Uint8Array | null;
}

/** Reads contents, each original one at most once. */
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
        `Somebody else is changing '${origin.displayPath}' right now. Try again.`,
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

  /** The text, if it can be shown; null if it is too large, not text, or reading it needs approval. */
  async shownText(content: Content, maxBytes: number): Promise<string | null> {
    const { origin } = content;
    if (content.bytes === null && origin !== null) {
      if (origin.size > maxBytes || !(await this.#workspace.mayRead(origin.path))) return null;
    }
    return (await decodeText(await this.bytesOf(content)))?.text ?? null;
  }
}
