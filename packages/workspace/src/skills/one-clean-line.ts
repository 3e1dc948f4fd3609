import { withoutHidden } from "@toolwright/core/internal";

/** The text on one line, without hidden characters: what others wrote and a model is told. */
export function oneCleanLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ");
  return withoutHidden(line, "text").replaceAll(/\s+/gu, " ").trim();
}
