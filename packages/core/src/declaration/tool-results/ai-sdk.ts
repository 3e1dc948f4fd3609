import type { Outcome } from "../../invocation/outcome.ts";
import { resultParts, resultText } from "./result-parts.ts";

/** `ToolResultOutput` of the AI SDK. */
export type AiSdkOutput =
  | { type: "text" | "error-text"; value: string }
  | { type: "content"; value: AiSdkContent[] };

export type AiSdkContent =
  | { type: "text"; text: string }
  | { type: "file"; data: { type: "data"; data: string }; mediaType: string };

export function aiSdkOutput(outcome: Pick<Outcome, "content" | "error" | "status">): AiSdkOutput {
  const parts = resultParts(outcome);
  const isText = parts.every(({ type }) => type === "text");
  if (outcome.status !== "ok") return { type: "error-text", value: resultText(outcome) };
  if (isText) return { type: "text", value: resultText(outcome) };
  return {
    type: "content",
    value: parts.map(
      (part): AiSdkContent =>
        part.type === "text"
          ? { type: "text", text: part.text }
          : { type: "file", data: { type: "data", data: part.data }, mediaType: part.mimeType },
    ),
  };
}
