import type { ToolContext } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { splitLines } from "../change/line-changes.ts";
import { countOf, countText } from "../text/number-text.ts";
import { readCode } from "./code-file.ts";
import type { Outline } from "./outline.ts";
import { renderSymbol, showSymbol } from "./shown-symbol.ts";
import type { SymbolPlace } from "./symbol.ts";

/** The symbols of one file, at most `limit`: those inside the fewest others. Errors: as `readCode`. */
export async function outlineFile(
  { workspace, secretAround }: Pick<ToolContext, "workspace" | "secretAround">,
  path: string,
  limit: number,
): Promise<Outline> {
  const { displayPath, language, file, symbols, isBroken } = await readCode(workspace, path);
  const shown = outermost(symbols, limit).map((each) => showSymbol(each, file.text, secretAround));
  const isComplete = shown.length === symbols.length;
  const count = isComplete ? "" : `${countText(shown.length)} of `;
  const facts = [
    language.name,
    countOf(splitLines(file.text).length, "line"),
    `${count}${countOf(symbols.length, "symbol")}`,
    ...(isBroken ? ["it has syntax errors, so symbols may be missing or misplaced"] : []),
  ];
  const note = isComplete
    ? ""
    : "\n\nThe innermost symbols are not shown; raise limit to see them.";
  return {
    content:
      [`${shownName(displayPath)} (${facts.join("; ")})`, ...shown.map(renderSymbol)].join("\n") +
      note,
    files: [{ path: displayPath, symbols: shown }],
    isComplete,
  };
}

/** At most `limit` symbols in the order of the text: the deepest are left out first. */
function outermost(symbols: readonly SymbolPlace[], limit: number): readonly SymbolPlace[] {
  const byDepth = symbols.toSorted((a, b) => a.depth - b.depth);
  const chosen = new Set(byDepth.slice(0, limit));
  return symbols.filter((symbol) => chosen.has(symbol));
}
