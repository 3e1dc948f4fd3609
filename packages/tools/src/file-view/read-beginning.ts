import type { WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { binaryKind } from "../text-file/binary-kind.ts";
import { type OpenContent, openContent, type OpenText, openText } from "../text-file/open-text.ts";
import { isNotText } from "../text-file/not-text.ts";
import { numberedLines } from "./lines-view.ts";
import { readWindow } from "../text-file/read-window.ts";

export interface FileBeginning {
  /** Numbered lines; empty for an empty file. */
  readonly text: string;
  readonly endLine: number;
  /** Null if the file is too large to count. */
  readonly totalLines: number | null;
  readonly hasMore: boolean;
  readonly isCut: boolean;
  readonly size: number;
  readonly version: FileVersion;
}

/** A file that is not text. */
export interface NoText {
  readonly kind: string;
  readonly size: number;
}

/** The first lines of a text file, as many as the limits allow. Errors: those of the workspace. */
export async function readBeginning(
  workspace: WorkspaceAccess,
  path: string,
  limits: { readonly maxLines: number; readonly maxBytes: number },
): Promise<FileBeginning | NoText> {
  const content = await openContent(workspace, path);
  try {
    const { size, version, head } = content;
    const text = await openTextOrNull(content, path);
    if (text === null) return { kind: binaryKind(head), size };
    const window = await readWindow(text, { firstLine: 1, ...limits });
    return {
      text: numberedLines(window.lines, 1),
      endLine: window.lines.length,
      totalLines: window.totalLines,
      hasMore: window.hasMore,
      isCut: window.lines.some(({ isCut }) => isCut),
      size,
      version,
    };
  } finally {
    await content.close();
  }
}

async function openTextOrNull(content: OpenContent, path: string): Promise<OpenText | null> {
  try {
    return await openText(content, path);
  } catch (thrown) {
    if (isNotText(thrown)) return null;
    throw thrown;
  }
}
