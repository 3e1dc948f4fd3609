import type { Outcome } from "../../invocation/outcome.ts";
import type { ContentPart } from "../../output/content.ts";

/** The part of an outcome that the model is told. */
export type ToldOutcome = Pick<Outcome, "content" | "error">;

/** The parts of an outcome that every vendor's message can carry. */
export type ResultPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/**
 * Describes unsupported parts in words. An error begins with its code. Never empty, because some vendors refuse empty
 * results.
 */
export function resultParts({ content, error }: ToldOutcome): readonly ResultPart[] {
  const [first = { type: "text", text: "(no output)" }, ...others] = content.map(partOf);
  if (error === null || first.type !== "text") return [first, ...others];
  return [{ type: "text", text: `${error.code}: ${first.text}` }, ...others];
}

function partOf(part: ContentPart): ResultPart {
  switch (part.type) {
    case "text":
    case "image":
      return part;
    case "audio":
      return { type: "text", text: `[audio, ${part.mimeType}: it can't be shown]` };
    case "resource":
      return { type: "text", text: part.text ?? `[resource ${part.uri}]` };
  }
}

/** The outcome's parts as one text. */
export function resultText(outcome: ToldOutcome): string {
  return resultParts(outcome)
    .map((part) =>
      part.type === "text" ? part.text : `[image, ${part.mimeType}: it can't be shown]`,
    )
    .join("\n\n");
}
