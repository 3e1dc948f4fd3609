import { ToolError } from "@toolwright/core";
import { sizeText } from "../text/number-text.ts";
import { binaryKind } from "./binary-kind.ts";

/** The failure for a file that is not text. `head` is its first bytes, `size` its length in bytes. */
export function notText(displayPath: string, head: Uint8Array, size: number): ToolError {
  const kind = binaryKind(head);
  return new ToolError(
    "not-text",
    `'${displayPath}' is not text but ${kind} (${sizeText(size)}), which can't be shown or changed as text.`,
    { details: { kind, size } },
  );
}

export function isNotText(thrown: unknown): boolean {
  return ToolError.isInstance(thrown) && thrown.code === "not-text";
}
