import { type PrepareContext, ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { DeclaredSymbol, LanguageServerAccess, SourcePosition } from "@toolwright/core/ports";
import { decodeText } from "@toolwright/workspace";
import { countText } from "../text/number-text.ts";
import { notText } from "../text-file/not-text.ts";

const MAX_LINES_NAMED = 10;

/** A symbol as a model names it. */
export interface SymbolQuestion {
  readonly path: string;
  readonly symbol: string;
  readonly line?: number | undefined;
}

/** Where a symbol is named, and its own name without its containers. */
export interface LocatedSymbol {
  readonly at: SourcePosition;
  readonly name: string;
}

/**
 * Finds a symbol by its name: a declaration in the file, otherwise its first use there.
 *
 * Errors: `input-invalid` when the name isn't there, and when it is declared more than once, with the lines;
 * those of the workspace and of language servers.
 */
export async function locateSymbol(
  { path, symbol, line }: SymbolQuestion,
  { workspace, languageServers }: Pick<PrepareContext, "workspace" | "languageServers">,
): Promise<LocatedSymbol> {
  const containers = symbol.split(/::|[.#]/).filter((part) => part !== "");
  const name = containers.pop() ?? symbol;
  const text = await textAt(workspace, path);
  const { realPath: place, displayPath } = await workspace.resolve(path);
  const declared = (await serversOf(languageServers).symbolsIn(path)).filter(
    (found) =>
      isNamed(found, name, containers) && (line === undefined || found.range.line === line),
  );
  const [first, ...others] = declared;
  if (first !== undefined) {
    // Overloads are one symbol.
    const isAmbiguous = others.some((other) => keyOf(other) !== keyOf(first));
    if (isAmbiguous) throw ambiguous(symbol, displayPath, declared);
    const used = occurrenceIn(text, name, first.range.line) ?? first.range;
    return { name, at: { path: place, line: first.range.line, column: used.column } };
  }
  if (containers.length > 0) throw notThere(symbol, displayPath, line, []);
  const used = occurrenceIn(text, name, line);
  if (used === null) throw notThere(symbol, displayPath, line, linesWith(text, name));
  return { name, at: { path: place, ...used } };
}

/**
 * Where a symbol is declared under the same name, otherwise the given place. Renaming an import would only give
 * it another name in its file.
 */
export async function declarationOf(
  { at, name }: LocatedSymbol,
  { workspace, languageServers }: Pick<PrepareContext, "workspace" | "languageServers">,
): Promise<SourcePosition> {
  const [declared, ...others] = await serversOf(languageServers).definition(at);
  if (declared === undefined || others.length > 0 || !(await workspace.mayRead(declared.path))) {
    return at;
  }
  const line = (await textAt(workspace, declared.path)).split(/\r\n|\r|\n/)[declared.line - 1];
  return line?.startsWith(name, declared.column - 1) === true ? declared : at;
}

/** Errors: `tool-not-available`. */
export function serversOf(servers: LanguageServerAccess | undefined): LanguageServerAccess {
  if (servers !== undefined) return servers;
  throw new ToolError("tool-not-available", "This session has no language servers.");
}

async function textAt(workspace: WorkspaceAccess, path: string): Promise<string> {
  const { bytes } = await workspace.read(path);
  const text = await decodeText(bytes);
  if (text !== null) return text.text;
  throw notText((await workspace.resolve(path)).displayPath, bytes, bytes.length);
}

/** Some servers add parameters to a name. */
function isNamed(symbol: DeclaredSymbol, name: string, containers: readonly string[]): boolean {
  const own = symbol.name.replace(/[(<\s].*$/s, "");
  const around = symbol.containers.slice(symbol.containers.length - containers.length);
  return own === name && containers.every((container, index) => around[index] === container);
}

function keyOf({ containers }: DeclaredSymbol): string {
  return containers.join("\0");
}

/** The first place of a whole word, in one line or in any. 1-based. */
function occurrenceIn(
  text: string,
  name: string,
  line: number | undefined,
): { readonly line: number; readonly column: number } | null {
  const lines = text.split(/\r\n|\r|\n/);
  for (const [index, content] of lines.entries()) {
    if (line !== undefined && index + 1 !== line) continue;
    const at = wordAt(content, name);
    if (at !== null) return { line: index + 1, column: at + 1 };
  }
  return null;
}

function linesWith(text: string, name: string): readonly number[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((content, index) => (wordAt(content, name) === null ? [] : [index + 1]));
}

function wordAt(content: string, name: string): number | null {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let at = content.indexOf(name); at >= 0; at = content.indexOf(name, at + 1)) {
    if (!isPart(content[at - 1]) && !isPart(content[at + name.length])) return at;
  }
  return null;
}

function ambiguous(symbol: string, path: string, declared: readonly DeclaredSymbol[]): ToolError {
  const places = declared
    .slice(0, MAX_LINES_NAMED)
    .map(
      ({ containers, range }) =>
        `${range.line}${containers.length > 0 ? ` (in ${containers.join(".")})` : ""}`,
    );
  return new ToolError(
    "input-invalid",
    `'${path}' declares '${symbol}' more than once: lines ${places.join(", ")}. Give line.`,
  );
}

function notThere(
  symbol: string,
  path: string,
  line: number | undefined,
  lines: readonly number[],
): ToolError {
  const where = line === undefined ? `'${path}'` : `line ${countText(line)} of '${path}'`;
  const others =
    lines.length === 0
      ? "Search for the name to find its file."
      : `It is in lines ${lines.slice(0, MAX_LINES_NAMED).join(", ")}.`;
  return new ToolError("input-invalid", `'${symbol}' isn't in ${where}. ${others}`);
}
