import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FileChange, FileContent, OpenFile, PathPermit } from "@toolwright/core/ports";
import { tooLarge } from "../access/look.ts";
import type { KnownContents } from "../versions/known-contents.ts";
import { TooManyBytes } from "../versions/read-whole.ts";
import type { UnsavedFiles } from "./unsaved-files.ts";

export interface UnsavedAccessOptions {
  readonly files: UnsavedFiles;
  readonly permit: PathPermit;
  readonly isRevoked: () => boolean;
  readonly contents: KnownContents;
}

/**
 * The file access of a call with an editor's unsaved texts in place of what is on the disk.
 *
 * Errors: `file-changed` for a call that may change a file with unsaved text: the change would be lost, or the text.
 */
export function withUnsavedTexts(
  access: WorkspaceAccess,
  options: UnsavedAccessOptions,
): WorkspaceAccess {
  const { files, permit, isRevoked, contents } = options;
  const unsavedAt = async (path: string): Promise<FileContent | null> => {
    const resolved = await access.resolve(path);
    const content = await files.at(resolved.realPath);
    if (content !== null && permit("write", resolved)) throw unsavedChanges(path);
    return content;
  };
  const own: Pick<WorkspaceAccess, "apply" | "open" | "read" | "version" | "write"> = {
    async read(path, given = {}) {
      const disk = await access.read(path, given);
      const content = await unsavedAt(path);
      if (content === null) return disk;
      const { maxBytes = Number.POSITIVE_INFINITY } = given;
      const { byteLength } = content.bytes;
      if (byteLength > maxBytes) throw tooLarge(path, new TooManyBytes(byteLength), maxBytes);
      contents.add(content.version, content.bytes);
      return content;
    },
    async open(path) {
      const disk = await access.open(path);
      const content = await unsavedAt(path);
      if (content === null) return disk;
      await disk.close();
      return openContent(content, isRevoked);
    },
    async version(path) {
      const version = await access.version(path);
      return version === null ? null : ((await unsavedAt(path))?.version ?? version);
    },
    async write(path, bytes, given) {
      await unsavedAt(path);
      return access.write(path, bytes, given);
    },
    async apply(changes) {
      for (const path of changes.flatMap(pathsOf)) await unsavedAt(path);
      return access.apply(changes);
    },
  };
  return new Proxy(access, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}

function pathsOf(change: FileChange): readonly string[] {
  return change.type === "move" ? [change.from, change.to] : [change.path];
}

function openContent({ bytes, version }: FileContent, isRevoked: () => boolean): OpenFile {
  const check = (): void => {
    if (isRevoked())
      throw new ToolError("cancelled", "The call is over, and so is its access to files.");
  };
  return {
    size: bytes.byteLength,
    read(buffer, position) {
      check();
      const part = bytes.subarray(position, position + buffer.byteLength);
      buffer.set(part);
      return part.byteLength;
    },
    version() {
      check();
      return version;
    },
    close: () => undefined,
  };
}

function unsavedChanges(path: string): ToolError {
  return new ToolError(
    "file-changed",
    `${shownPath(path)} has changes in the editor that are not saved. Ask the person to save or discard them, then read the file again and make this change.`,
  );
}
