import { findCutParts, unfinishedCutFrom } from "./cut-parts.ts";
import { encodingsOf } from "./encodings.ts";
import { EscapedSearch } from "./escaped-search.ts";
import { NeedleSearch } from "./needle-search.ts";
import { placeholderOf } from "./placeholder.ts";
import { findPrivateKeys, unfinishedKeyFrom } from "./private-keys.ts";
import type { VendorSearch } from "./vendor-search.ts";

/** A piece of a text to be replaced; pieces don't overlap and are in order. */
export interface SecretPiece {
  readonly start: number;
  readonly end: number;
  /** The placeholder of a known value; otherwise `kind` names what was recognised. */
  readonly placeholder?: string;
  readonly kind: string;
}

interface Needle {
  readonly text: string;
  /** The value's name, in whatever form it appears. */
  readonly name: string;
  readonly placeholder: string;
}

/** Finds the known secrets, in every form, and tokens of known shapes. */
export class SecretFinder {
  readonly #search: NeedleSearch;
  readonly #needles: readonly Needle[];
  readonly #texts: readonly string[];
  readonly #escaped: EscapedSearch;
  readonly #vendors: VendorSearch;

  /** `names`: the name of each value. */
  constructor(names: ReadonlyMap<string, string>, vendors: VendorSearch) {
    const byText = new Map<string, Needle>();
    for (const [value, name] of names) {
      for (const { name: encoding, text } of encodingsOf(value)) {
        // A form of one secret may be another secret.
        if (encoding !== "" && byText.has(text)) continue;
        byText.set(text, { text, name, placeholder: placeholderOf(name, encoding) });
      }
    }
    this.#needles = [...byText.values()];
    this.#texts = this.#needles.map(({ text }) => text);
    this.#search = new NeedleSearch(this.#texts);
    this.#escaped = new EscapedSearch(this.#texts);
    this.#vendors = vendors;
  }

  /** The text of each placeholder. */
  *forms(): Iterable<readonly [placeholder: string, text: string]> {
    for (const { text, placeholder } of this.#needles) yield [placeholder, text];
  }

  /** `least`: text before this position was already shown. */
  find(text: string, least = 0): readonly SecretPiece[] {
    const known = this.#search.find(text);
    const tokens = this.#vendors.find(text, least);
    const keys = findPrivateKeys(text);
    const escaped = this.#escaped.find(text);
    const parts = findCutParts(text, { needles: this.#texts, search: this.#search });
    const isClean =
      known.length === 0 &&
      tokens.length === 0 &&
      keys.length === 0 &&
      escaped.length === 0 &&
      parts.length === 0;
    if (isClean) return none;
    const pieces: SecretPiece[] = [
      ...known.map(({ start, end, index }) => ({
        start,
        end,
        placeholder: (this.#needles[index] as Needle).placeholder,
        kind: "",
      })),
      ...escaped.map(({ start, end, index }) => ({
        start,
        end,
        kind: `${(this.#needles[index] as Needle).name}:escaped`,
      })),
      ...parts.map(({ start, end }) => ({ start, end, kind: "part" })),
      ...[...tokens, ...keys].map(({ start, end, name }) => ({ start, end, kind: name })),
    ];
    return merged(least === 0 ? pieces : pieces.filter(({ start }) => start >= least));
  }

  /** Where the part to hold back until more text comes begins; the length if there is none. */
  unfinishedFrom(text: string, least = 0): number {
    return Math.min(
      this.#search.unfinishedFrom(text, least),
      this.#vendors.unfinishedFrom(text, least),
      unfinishedKeyFrom(text, least),
      this.#escaped.unfinishedFrom(text, least),
      unfinishedCutFrom(text, least, { needles: this.#texts, search: this.#search }),
    );
  }
}

const none: readonly SecretPiece[] = [];

/** Merges overlapping pieces: the result is the piece that covers all, otherwise a joined piece. */
function merged(pieces: readonly SecretPiece[]): readonly SecretPiece[] {
  const sorted = pieces.toSorted(
    (one, other) => one.start - other.start || other.end - one.end || rank(one) - rank(other),
  );
  const result: SecretPiece[] = [];
  for (const piece of sorted) {
    const last = result.at(-1);
    if (last === undefined || piece.start >= last.end) result.push(piece);
    else if (piece.end > last.end) {
      result[result.length - 1] = { start: last.start, end: piece.end, kind: "joined" };
    }
  }
  return result;
}

/** A value known by name is more precise than a shape. */
const rank = ({ placeholder }: SecretPiece): number => (placeholder === undefined ? 1 : 0);
