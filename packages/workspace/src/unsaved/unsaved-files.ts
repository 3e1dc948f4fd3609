import { closeSync } from "node:fs";
import { ToolError } from "@toolwright/core";
import type { FileContent } from "@toolwright/core/ports";
import type { Containment } from "../access/contained-directory.ts";
import { openFound } from "../access/look.ts";
import type { FoundPath, PathResolver } from "../paths/path-resolver.ts";
import { decodeText } from "../text/decode-text.ts";
import { encodeText } from "../text/encode-text.ts";
import { matchLineEndings } from "../text/line-endings.ts";
import type { TextFile } from "../text/text-format.ts";
import { BoundedMap } from "../versions/bounded-map.ts";
import { type FileVersions, maxAlwaysHashedBytes } from "../versions/file-versions.ts";
import { contentVersion } from "../versions/hashed-version.ts";
import type { UnsavedTexts } from "./unsaved-texts.ts";

/** Editors read a file that has changed on the disk again within this time. Until then theirs is the old one. */
const reloadMs = 2_000;

const maxSeen = 10_000;

export interface UnsavedFilesParts {
  readonly texts: UnsavedTexts;
  readonly resolver: PathResolver;
  readonly containment: Containment;
  readonly versions: FileVersions;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The files of a workspace that differ from an editor's text, because that isn't saved. */
export class UnsavedFiles {
  readonly #parts: UnsavedFilesParts;
  /** The versions of files that were on the disk. An editor that shows one of them has not read the newer one yet. */
  readonly #seen = new BoundedMap<string, true>(maxSeen);

  constructor(parts: UnsavedFilesParts) {
    this.#parts = parts;
  }

  /** The unsaved content of an existing text file of up to 1 MiB in a root; null if what is on the disk counts. */
  async at(realPath: string): Promise<FileContent | null> {
    const { texts, resolver, now } = this.#parts;
    const found = resolver.resolve(realPath);
    const { resolved, stats } = found;
    if (resolved.realPath !== realPath || resolved.root === null || stats?.isFile() !== true)
      return null;
    if (stats.size > maxAlwaysHashedBytes || now() - stats.mtimeMs < reloadMs) return null;
    const disk = this.#diskContent(found);
    if (disk === null) return null;
    this.#seen.set(`${realPath}\0${disk.version}`, true);
    const text = await texts.read(realPath);
    const bytes = text === null ? null : await unsavedBytes(disk.bytes, text);
    if (bytes === null || bytes.byteLength > maxAlwaysHashedBytes) return null;
    const version = contentVersion(bytes);
    return this.#seen.has(`${realPath}\0${version}`) ? null : { bytes, version };
  }

  /** Null for a file that has just gone or changed its kind. */
  #diskContent(found: FoundPath): FileContent | null {
    const { containment, versions } = this.#parts;
    try {
      const { descriptor, stats } = openFound(containment, found);
      try {
        const limit = 2 * maxAlwaysHashedBytes;
        return versions.readContent(descriptor, found.resolved.realPath, stats.size, limit);
      } finally {
        closeSync(descriptor);
      }
    } catch {
      // Whoever asked looks at the file itself, and reports what is wrong.
      return null;
    }
  }
}

/** The bytes that saving the text would write; null if they are those on the disk, or can't be told. */
async function unsavedBytes(disk: Uint8Array, text: string): Promise<Uint8Array | null> {
  const file = await decodeText(disk);
  // Some editors answer with nothing for files that they haven't opened.
  if (file === null || (text === "" && file.text !== "")) return null;
  const shaped = inShapeOf(file, text);
  if (shaped === inShapeOf(file, file.text)) return null;
  try {
    return await encodeText(shaped, file.format);
  } catch (error) {
    if (ToolError.isInstance(error)) return null;
    throw error;
  }
}

/** Editors have line ends of their own, and some have no final one. */
function inShapeOf({ text: before, format }: TextFile, text: string): string {
  const plain = text.replace(/^\uFEFF/, "");
  const shaped = format.lineEnding === "mixed" ? plain : matchLineEndings(plain, format);
  const isCut = format.hasFinalNewline && !/[\r\n]$/.test(shaped) && before !== "";
  return isCut ? shaped + format.newLineEnding : shaped;
}
