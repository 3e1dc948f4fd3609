/** The kinds of symbols, in the order in which packed symbols number them. */
export const symbolKinds = [
  "namespace",
  "class",
  "interface",
  "trait",
  "implementation",
  "struct",
  "union",
  "enum",
  "type",
  "function",
  "method",
  "field",
  "constant",
  "variable",
  "member",
  "macro",
  "rule",
  "section",
] as const;

export type SymbolKind = (typeof symbolKinds)[number];

/** A symbol's place in its text. Offsets are UTF-16 units, ends are exclusive, lines 1-based. */
export interface SymbolPlace {
  readonly kind: SymbolKind;
  /** How many symbols it is inside of. */
  readonly depth: number;
  /** The whole symbol: with its decorators, and with the statement around it if it is alone there. */
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** The start of its doc comment; `start` without one. */
  readonly leadStart: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The name of the type that a method outside its type belongs to; empty for none. */
  readonly ownerStart: number;
  readonly ownerEnd: number;
  /** From its first word to its body. */
  readonly signatureStart: number;
  readonly signatureEnd: number;
  /** Of the last word of its name, as `hashWord` makes it; 0 for names that nothing refers to. */
  readonly nameHash: number;
  /** How likely its name, found in another file, means this symbol: in percent. */
  readonly weight: number;
}

const numberFields = [
  "depth",
  "start",
  "end",
  "startLine",
  "endLine",
  "leadStart",
  "nameStart",
  "nameEnd",
  "ownerStart",
  "ownerEnd",
  "signatureStart",
  "signatureEnd",
  "nameHash",
  "weight",
] as const satisfies readonly Exclude<keyof SymbolPlace, "kind">[];

/** How many numbers a packed symbol has. */
export const packedLength = numberFields.length + 1;

const offsets = Object.fromEntries(
  numberFields.map((field, index) => [field, index + 1]),
) as Readonly<Record<(typeof numberFields)[number], number>>;

export function packSymbol(symbol: SymbolPlace): readonly number[] {
  return [symbolKinds.indexOf(symbol.kind), ...numberFields.map((field) => symbol[field])];
}

export function countSymbols(packed: Uint32Array): number {
  return packed.length / packedLength;
}

/** One number of the packed symbol at `at`, which is quicker than all of it. */
export function packedNumber(
  packed: Uint32Array,
  at: number,
  field: (typeof numberFields)[number],
): number {
  return packed[at + offsets[field]] ?? 0;
}

/** The symbol whose numbers begin at `at`. */
export function unpackSymbol(packed: Uint32Array, at: number): SymbolPlace {
  const numbers = numberFields.map((field, index) => [field, packed[at + 1 + index] ?? 0] as const);
  return {
    kind: symbolKinds[packed[at] ?? 0] ?? "variable",
    ...(Object.fromEntries(numbers) as Record<(typeof numberFields)[number], number>),
  };
}
