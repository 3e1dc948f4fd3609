import { ToolError } from "@toolwright/core";
import { nearestNames, shownPath } from "@toolwright/core/internal";
import { nameOf } from "./shown-symbol.ts";
import type { SymbolKind, SymbolPlace } from "./symbol.ts";

const MAX_CANDIDATES = 10;

/** The description of one symbol in a file. */
export interface SymbolQuery {
  /** Its name, perhaps after those of the symbols around it: `Class.method`. */
  readonly name: string;
  readonly kind: SymbolKind | undefined;
  /** A line of the symbol, 1-based. */
  readonly line: number | undefined;
}

interface NamedSymbol {
  readonly symbol: SymbolPlace;
  /** With those around it: `Class.method`. */
  readonly fullName: string;
}

/**
 * The one symbol that a query describes.
 *
 * Errors: `edit-no-match` with similar names, `edit-ambiguous` with the candidates.
 */
export function findSymbol(
  displayPath: string,
  text: string,
  symbols: readonly SymbolPlace[],
  query: SymbolQuery,
): SymbolPlace {
  const named = withFullNames(symbols, text);
  const found = named.filter((each) => isMeant(each, text, query));
  // A line is in the symbols around a symbol as well.
  const begun = found.filter(({ symbol }) => symbol.startLine === query.line);
  const [only, other] = begun.length > 0 ? begun : found;
  if (only !== undefined && other === undefined) return only.symbol;
  if (only === undefined) throw noMatch(displayPath, named, query);
  throw ambiguous(displayPath, found, query);
}

function withFullNames(symbols: readonly SymbolPlace[], text: string): readonly NamedSymbol[] {
  const around: string[] = [];
  return symbols.map((symbol) => {
    const { depth, ownerStart, ownerEnd } = symbol;
    const owner = ownerEnd === 0 ? [] : [text.slice(ownerStart, ownerEnd)];
    around.length = depth;
    around[depth] = nameOf(symbol, text);
    return { symbol, fullName: [...around.slice(0, depth), ...owner, around[depth]].join(".") };
  });
}

function isMeant({ symbol, fullName }: NamedSymbol, text: string, query: SymbolQuery): boolean {
  const { name, kind, line } = query;
  if (kind !== undefined && symbol.kind !== kind) return false;
  if (line !== undefined && (line < symbol.startLine || line > symbol.endLine)) return false;
  if (nameOf(symbol, text) === name.trim().replaceAll(/\s+/g, " ")) return true;
  const wanted = partsOf(name);
  const parts = partsOf(fullName);
  return (
    wanted.length > 0 && wanted.every((part, index) => part === parts.at(index - wanted.length))
  );
}

/** The names in a path, without type arguments and quotes: `n::A<T>::f` is `n`, `A` and `f`. */
function partsOf(name: string): readonly string[] {
  return name
    .replace(/\(.*\)$/, "")
    .replaceAll(/<[^<>]*>/g, "")
    .split(/::|->|[.#\\/\s]/)
    .map((part) => part.replaceAll(/^['"`$]+|['"`]+$/g, ""))
    .filter((part) => part !== "" && part !== "prototype");
}

function noMatch(
  displayPath: string,
  named: readonly NamedSymbol[],
  { name, kind, line }: SymbolQuery,
): ToolError {
  const wanted = [
    kind ?? "symbol",
    `'${name}'`,
    ...(line === undefined ? [] : [`at line ${line}`]),
  ];
  const near = nearestNames(name, [...new Set(named.map(({ fullName }) => fullName))]);
  const lines = named.filter(({ fullName }) => near.includes(fullName)).map(describe);
  const similar =
    lines.length === 0 ? "" : ` Similar:\n${lines.slice(0, MAX_CANDIDATES).join("\n")}\n`;
  return new ToolError(
    "edit-no-match",
    `${shownPath(displayPath)} has no ${wanted.join(" ")}, so nothing was changed.${similar || " "}Outline the file to see its symbols.`,
  );
}

function ambiguous(
  displayPath: string,
  found: readonly NamedSymbol[],
  { name }: SymbolQuery,
): ToolError {
  const more = found.length > MAX_CANDIDATES ? `\n… ${found.length - MAX_CANDIDATES} more` : "";
  const listed = found.slice(0, MAX_CANDIDATES).map(describe).join("\n") + more;
  return new ToolError(
    "edit-ambiguous",
    `${found.length} symbols in ${shownPath(displayPath)} are named '${name}', so nothing was changed:\n${listed}\nGive line, kind, or a longer name.`,
    { details: { lines: found.map(({ symbol }) => symbol.startLine) } },
  );
}

function describe({ symbol: { startLine, endLine, kind }, fullName }: NamedSymbol): string {
  return `${startLine}-${endLine}  ${kind} ${fullName}`;
}
