import type { ToolContext } from "@toolwright/core";
import { revealedLine } from "@toolwright/core/internal";
import { betweenCharacters } from "../text/cut-line.ts";
import type { SymbolKind, SymbolPlace } from "./symbol.ts";

const MAX_SIGNATURE_CHARACTERS = 160;
const MAX_NAME_CHARACTERS = 200;

/** Longer than what is shown of a signature, also where white space is joined. */
const MAX_LOOKED_AT = 2_000;

export interface ShownSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** On one line, cut with a mark. */
  readonly signature: string;
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  readonly depth: number;
}

/** A symbol for a model: hidden characters are written out, and no cut leaves half of a secret. */
export function showSymbol(
  symbol: SymbolPlace,
  text: string,
  secretAround: ToolContext["secretAround"],
): ShownSymbol {
  const { kind, startLine, endLine, depth } = symbol;
  const name = nameOf(symbol, text);
  const isNamedByAll = kind === "rule" || kind === "section";
  const signature = isNamedByAll ? name : signatureOf(symbol, text, secretAround);
  return { kind, name, signature, startLine, endLine, depth };
}

/** A symbol's name, on one line. */
export function nameOf({ nameStart, nameEnd }: SymbolPlace, text: string): string {
  return revealedLine(text.slice(nameStart, nameEnd), MAX_NAME_CHARACTERS, "text");
}

function signatureOf(
  { signatureStart, signatureEnd, end }: SymbolPlace,
  text: string,
  secretAround: ToolContext["secretAround"],
): string {
  const stop = Math.min(signatureEnd, signatureStart + MAX_LOOKED_AT);
  const line = revealedLine(text.slice(signatureStart, stop), MAX_LOOKED_AT, "text");
  let length = line.length;
  while (length > 0 && /[\s{=;]/.test(line.charAt(length - 1))) length -= 1;
  const shown = line.slice(0, length);
  // A body is left out without a mark; other lines are cut.
  const isCut = stop < signatureEnd || (text[stop] === "\n" && stop < end && !line.endsWith("{"));
  if (shown.length <= MAX_SIGNATURE_CHARACTERS && !isCut) return shown;
  const most = betweenCharacters(shown, Math.min(shown.length, MAX_SIGNATURE_CHARACTERS));
  return `${shown.slice(0, secretAround(shown, most)?.start ?? most)}…`;
}

/** One line: `12-40  export class A`, indented by two more spaces for each symbol around it. */
export function renderSymbol({ startLine, endLine, depth, signature }: ShownSymbol): string {
  const lines = startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
  return `${lines}${"  ".repeat(depth + 1)}${signature}`;
}
