import { type ContentPart, text } from "@toolwright/core";
import { textOf } from "./content-parts.ts";

/** So many values are looked for; a structure whose first thousand are told is taken for told. */
const maxLooked = 1_000;

/**
 * A server's content, and its structured result behind it where the content doesn't say all that this does: a model
 * is shown the content, and some hosts would have shown it the structure alone.
 */
export function withStructure(
  content: readonly ContentPart[],
  structured: unknown,
): readonly ContentPart[] {
  if (structured === undefined || isTold(textOf(content), structured)) return content;
  return [...content, text(JSON.stringify(structured, null, 2))];
}

/** Each value stands somewhere in the text, as it is or as JSON writes it. */
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
