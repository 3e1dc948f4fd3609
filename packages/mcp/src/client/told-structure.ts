import { type ContentPart, text } from "@toolwright/core";
import { textOf } from "./content-parts.ts";

/** How many values are checked; the rest is assumed to be in the text. */
const maxLooked = 1_000;

/**
 * A server's content, followed by its structured result if the text omits part of it. Models are shown the
 * content, but some hosts show only the structure.
 */
export function withStructure(
  content: readonly ContentPart[],
  structured: unknown,
): readonly ContentPart[] {
  if (structured === undefined || isTold(textOf(content), structured)) return content;
  return [...content, text(JSON.stringify(structured, null, 2))];
}

/** Whether each value appears in the text, as it is or as JSON. */
function isTold(told: string, structured: unknown): boolean {
  let looked = 0;
  const isThere = (value: unknown): boolean => {
    if (typeof value === "object" && value !== null) return Object.values(value).every(isThere);
    looked += 1;
    if (looked > maxLooked || value === "") return true;
    const written = JSON.stringify(value);
    return typeof value === "string"
      ? told.includes(value) || told.includes(written.slice(1, -1))
      : told.includes(written);
  };
  return told !== "" && isThere(structured);
}
