import type { Display } from "@toolwright/core";
import type { Language, Phrase } from "@toolwright/core/internal";
import type { FileFacts } from "../file-view/file-view.ts";
import { counted, phrase } from "../language/phrase.ts";
import type { SearchOutput } from "../search-report/search-output.ts";

// What the person sees of a result whose content is for the model: one line.

interface Found {
  readonly total: number;
  readonly paths: readonly unknown[];
}

export function foundNote({ total, paths }: Found, language: Language): Display {
  const files = counted("{count} file", "{count} files", { count: total });
  return note(foundPhrase(files, paths.length < total ? paths.length : null), language);
}

/** The places of a symbol. */
export function placesNote(
  places: readonly { readonly path: string }[],
  language: Language,
): Display {
  return note(
    phrase("Found {found}", { found: placesIn(places.length, filesIn(places)) }),
    language,
  );
}

export function renamedPhrase(
  { symbol, name }: { readonly symbol: string; readonly name: string },
  places: number,
  files: number,
): Phrase {
  return phrase("Rename {symbol} to {name}: {found}", {
    symbol,
    name,
    found: placesIn(places, files),
  });
}

function placesIn(places: number, files: number): Phrase {
  return phrase("{found} in {files}", {
    found: counted("{count} place", "{count} places", { count: places }),
    files: counted("{count} file", "{count} files", { count: files }),
  });
}

function filesIn(places: readonly { readonly path: string }[]): number {
  return new Set(places.map(({ path }) => path)).size;
}

export function problemsNote(
  { errors, warnings }: { readonly errors: number; readonly warnings: number },
  language: Language,
): Display {
  return note(
    phrase("Found {errors} and {warnings}", {
      errors: counted("{count} error", "{count} errors", { count: errors }),
      warnings: counted("{count} warning", "{count} warnings", { count: warnings }),
    }),
    language,
  );
}

export function listedNote(
  entries: readonly unknown[],
  isComplete: boolean,
  language: Language,
): Display {
  const found = counted("{count} entry", "{count} entries", { count: entries.length });
  return note(
    isComplete ? phrase("Listed {found}", { found }) : phrase("Listed {found}; not all", { found }),
    language,
  );
}

export function readManyNote(
  { shown, leftOut }: { readonly shown: readonly unknown[]; readonly leftOut: readonly unknown[] },
  language: Language,
): Display {
  const found = counted("{count} file", "{count} files", { count: shown.length });
  const count = leftOut.length;
  return note(
    count === 0
      ? phrase("Read {found}", { found })
      : phrase("Read {found}; {count} left out", { found, count }),
    language,
  );
}

/** Undefined for an image, which is shown itself. */
export function readNote(facts: FileFacts, language: Language): Display | undefined {
  const { kind, unchanged, keywordLines } = facts;
  if (unchanged === true) return note(phrase("Unchanged since it was last read"), language);
  if (kind === "image") return undefined;
  if (keywordLines !== undefined) {
    const count = keywordLines.length;
    return note(
      counted("Read around {count} place", "Read around {count} places", { count }),
      language,
    );
  }
  return note(partRead({ ...facts, kind }), language);
}

function partRead({
  kind,
  startLine = 0,
  endLine = 0,
  totalLines,
}: FileFacts & { readonly kind: keyof typeof units }): Phrase {
  const count = endLine === 0 ? 0 : endLine - startLine + 1;
  const total = totalLines ?? count;
  const found = units[kind](count);
  return total === count
    ? phrase("Read {found}", { found })
    : phrase("Read {found} of {total}", { found, total });
}

const units = {
  text: (count: number) => counted("{count} line", "{count} lines", { count }),
  pdf: (count: number) => counted("{count} page", "{count} pages", { count }),
  notebook: (count: number) => counted("{count} cell", "{count} cells", { count }),
};

export function searchedNote(output: SearchOutput, language: Language): Display {
  const { mode, files, total, isComplete } = output;
  const lines = files.flatMap((file) => file.lines ?? []).filter(({ isMatch }) => isMatch).length;
  const shown = mode === "content" ? lines : files.length;
  const matches = (count: number): Phrase =>
    mode === "content"
      ? counted("{count} matching line", "{count} matching lines", { count })
      : counted("{count} file with a match", "{count} files with a match", { count });
  if (total === null) {
    return note(phrase("Found at least {found}", { found: matches(shown) }), language);
  }
  if (!isComplete || mode !== "content") {
    return note(foundPhrase(matches(total), isComplete ? null : shown), language);
  }
  const inFiles = counted("{count} file", "{count} files", { count: files.length });
  const found = phrase("{found} in {files}", { found: matches(total), files: inFiles });
  return note(foundPhrase(found, null), language);
}

function foundPhrase(found: Phrase, shown: number | null): Phrase {
  return shown === null
    ? phrase("Found {found}", { found })
    : phrase("Found {found}; {shown} shown", { found, shown });
}

function note(said: Phrase, language: Language): Display {
  return { type: "text", text: language.say(said) };
}
