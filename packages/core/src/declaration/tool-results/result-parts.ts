import type { Outcome } from "../../invocation/outcome.ts";

/** The parts of an outcome that every vendor's message can carry. */
export type ResultPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** Describes unsupported parts in words. Never empty, because some vendors refuse empty results. */
export function resultParts({ content }: Pick<Outcome, "content">): readonly ResultPart[] {
  const parts = content.map((part): ResultPart => {
    switch (part.type) {
      case "text":
      case "image":
        return part;
      case "audio":
        return { type: "text", text: `[audio, ${part.mimeType}: it can't be shown]` };
      case "resource":
        return { type: "text", text: part.text ?? `[resource ${part.uri}]` };
    }
  });
  return parts.length === 0 ? [{ type: "text", text: "(no output)" }] : parts;
}

/** The outcome's parts as one text. */
export function resultText(outcome: Pick<Outcome, "content">): string {
  return resultParts(outcome)
    .map((part) =>
      part.type === "text" ? part.text : `[image, ${part.mimeType}: it can't be shown]`,
    )
    .join("\n\n");
}
