import { findCutParts, unfinishedCutFrom } from "./cut-parts.ts";
import { encodingsOf } from "./encodings.ts";
import { EscapedSearch } from "./escaped-search.ts";
import { NeedleSearch } from "./needle-search.ts";
import { placeholderOf } from "./placeholder.ts";
import { findPrivateKeys, unfinishedKeyFrom } from "./private-keys.ts";
import type { VendorSearch } from "./vendor-search.ts";

/** A piece of a text that is to be replaced; pieces neither overlap nor are out of order. */
export interface SecretPiece {
  readonly start: number;
  readonly end: number;
  /** Of a value that is known; else the kind of what was recognised. */
  readonly placeholder?: string;
  readonly kind: string;
}

interface Needle {
  readonly text: string;
  /** Of the value, whatever the form. */
  readonly name: string;
  readonly placeholder: string;
}

/** Finds the secrets that are known, in every form, and tokens of known shapes. */
export class SecretFinder {
  readonly #search: NeedleSearch;
  readonly #needles: readonly Needle[];
  readonly #texts: readonly string[];
  readonly #escaped: EscapedSearch;
  readonly #vendors: VendorSearch;

  /** `names` by value. */
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

  /** What each placeholder stands for. */
  *forms(): Iterable<readonly [placeholder: string, text: string]> {
    for (const { text, placeholder } of this.#needles) yield [placeholder, text];
  }

  /** `least`: what lies before it is shown already. */
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

  /** From where on the text's end must be kept until more has come; its length when it needn't. */
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

/** Of pieces that overlap one remains over all of them: that which is as long, else one of its own kind. */
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

/** A value that is known by name says more than its shape. */
const rank = ({ placeholder }: SecretPiece): number => (placeholder === undefined ? 1 : 0);
