import type { Environment, Redactor } from "@toolwright/core";
import { nameIn as pathIn, placeIn, type RedactingStream, type View } from "@toolwright/core/ports";
import { SecretFinder, type SecretPiece } from "./find-secrets.ts";
import {
  hasPlaceholder,
  markLiterals,
  placeholderName,
  placeholderOf,
  replacePlaceholders,
} from "./placeholder.ts";
import { createRedactingStream } from "./redacting-stream.ts";
import { SecretFiles } from "./secret-files.ts";
import { escapeRegExp, type SecretOptions, secretValues } from "./secret-values.ts";
import { minTokenLength, type VendorPattern, vendorPatterns } from "./vendor-patterns.ts";
import { VendorSearch } from "./vendor-search.ts";

export interface RedactorOptions {
  readonly environment: Environment;
  /** Real paths of the workspace's roots, which are searched for files with secrets. */
  readonly roots: readonly string[];
  /** The workspace's views, where the files are read. */
  readonly views?: readonly View[];
  readonly wishes?: SecretOptions;
}

/**
 * Limit for recognised secrets with placeholders of their own; further ones share a placeholder.
 */
const maxRecognised = 5_000;
/** Nothing shorter is searched for. */
const leastLength = 8;
const maxRememberedCharacters = 64;
const maxRemembered = 2_000;
/** Files are checked again at most this often, unless `refresh` is called. */
const minAgeMs = 1_000;

/** Hides the secrets of an environment and of secret files. Reads neither before the first text. */
export function createRedactor({
  environment,
  roots,
  views = [],
  wishes = {},
}: RedactorOptions): Redactor {
  return new SecretRedactor(environment, { roots, views, wishes });
}

class SecretRedactor implements Redactor {
  readonly #environment: Environment;
  readonly #roots: readonly string[];
  readonly #views: readonly View[];
  readonly #further = new Set<readonly View[]>();
  readonly #wishes: SecretOptions;
  #files: SecretFiles | null = null;
  #vendors: VendorSearch | null = null;
  #finder: SecretFinder | null = null;
  /** The value of each placeholder, including those whose secret has since changed. */
  readonly #forms = new Map<string, string>();
  /** Placeholders of recognised secrets, by value. */
  readonly #recognised = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Names of secrets added explicitly, by value. */
  readonly #told = new Map<string, string>();
  /**
   * Short texts without a secret, because names of fields, ids and words are repeated in each call.
   */
  readonly #harmless = new Set<string>();
  #revision = 0;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether `refresh` was called since the last check. */
  #isStale = true;

  constructor(
    environment: Environment,
    { roots, views, wishes }: Required<Omit<RedactorOptions, "environment">>,
  ) {
    this.#environment = environment;
    this.#roots = roots.map((root) => placeIn(views, root));
    this.#views = views;
    this.#wishes = wishes;
  }

  get leastLength(): number {
    return leastLength;
  }

  redact(text: string): string {
    return this.#hide(text, markLiterals);
  }

  redactModelText(text: string): string {
    return this.#hide(text, asItIs);
  }

  stream({ isHidden = false }: { readonly isHidden?: boolean } = {}): RedactingStream {
    const between = isHidden ? asItIs : markLiterals;
    return createRedactingStream({
      replace: (text, pieces) => this.#replace(text, pieces, between),
      find: (text, least) => this.#current().find(text, least),
      unfinishedFrom: (text, least) => this.#current().unfinishedFrom(text, least),
    });
  }

  resolve(text: string): { readonly text: string; readonly secrets: ReadonlyMap<string, string> } {
    const secrets = new Map<string, string>();
    if (!hasPlaceholder(text)) return { text, secrets };
    this.#current();
    const resolved = replacePlaceholders(text, (placeholder) => {
      const value = this.#forms.get(placeholder);
      if (value !== undefined) secrets.set(nameIn(placeholder), value);
      return value;
    });
    return { text: resolved, secrets };
  }

  secretSpanAt(text: string, at: number): { readonly start: number; readonly end: number } | null {
    const finder = this.#current();
    if (at >= text.length) {
      const start = finder.unfinishedFrom(text);
      return start < text.length ? { start, end: text.length } : null;
    }
    const pieces = finder.find(text);
    return pieces.find(({ start, end }) => start < at && end > at) ?? null;
  }

  get revision(): number {
    this.#current();
    return this.#revision;
  }

  addSecretFile(realPath: string): void {
    this.#files ??= new SecretFiles(this.#roots);
    for (const views of [this.#views, ...this.#further]) {
      if (this.#files.include(placeIn(views, realPath))) this.refresh();
    }
  }

  addViews(views: readonly View[]): () => void {
    this.#files ??= new SecretFiles(this.#roots);
    const files = this.#files;
    const directories = views.map(({ directory }) => directory);
    files.addView(directories);
    this.#further.add(views);
    this.refresh();
    return () => {
      if (!this.#further.delete(views)) return;
      // The last look, because a value may be shown later.
      this.#current();
      files.removeView(directories, (place) => pathIn(views, place));
    };
  }

  addSecret(name: string, value: string): void {
    if (this.#told.has(value)) return;
    this.#told.set(value, name);
    this.#finder = null;
  }

  refresh(): void {
    this.#isStale = true;
  }

  #hide(text: string, rest: (text: string) => string): string {
    // Beside a cut mark, less than a whole value counts.
    if (text.length < leastLength && !text.includes("…")) return text;
    const isShort = text.length <= maxRememberedCharacters;
    const isKnown = isShort && !this.#isStale && this.#finder !== null;
    if (isKnown && this.#harmless.has(text)) return text;
    const hidden = this.#replace(text, this.#current().find(text), rest);
    if (isShort && hidden === text) this.#remember(text);
    return hidden;
  }

  #remember(text: string): void {
    if (this.#harmless.size >= maxRemembered) this.#harmless.clear();
    this.#harmless.add(text);
  }

  #replace(text: string, pieces: readonly SecretPiece[], rest: (text: string) => string): string {
    if (pieces.length === 0) return rest(text);
    let result = "";
    let at = 0;
    for (const { start, end, placeholder, kind } of pieces) {
      result += rest(text.slice(at, start));
      result += placeholder ?? this.#recognise(text.slice(start, end), kind);
      at = end;
    }
    return result + rest(text.slice(at));
  }

  #recognise(value: string, kind: string): string {
    const known = this.#recognised.get(value);
    if (known !== undefined) return known;
    if (this.#recognised.size >= maxRecognised) return placeholderOf(`${kind}-more`);
    let count = this.#counts.get(kind) ?? 0;
    let placeholder: string;
    do placeholder = placeholderOf(`${kind}-${(count += 1)}`);
    while (this.#forms.has(placeholder));
    this.#counts.set(kind, count);
    this.#recognised.set(value, placeholder);
    this.#forms.set(placeholder, value);
    return placeholder;
  }

  /** The finder for the current secrets. */
  #current(): SecretFinder {
    // Called several times per call. The clock may also be set back.
    const nowMs = Date.now();
    const isOld = this.#isStale || Math.abs(nowMs - this.#lookedAtMs) >= minAgeMs;
    if (this.#finder !== null && !isOld) return this.#finder;
    this.#lookedAtMs = nowMs;
    this.#isStale = false;
    this.#files ??= new SecretFiles(this.#roots);
    const hasChanged = this.#files.refresh();
    if (this.#finder !== null && !hasChanged) return this.#finder;
    this.#vendors ??= new VendorSearch([
      ...vendorPatterns,
      ...ownPatterns(this.#wishes.patterns ?? []),
    ]);
    const told = Array.from(this.#told, ([value, name]) => ({ name, value }));
    const values = secretValues(this.#environment, this.#files.values(), this.#wishes, told);
    this.#finder = new SecretFinder(values, this.#vendors);
    this.#harmless.clear();
    this.#revision += 1;
    for (const [placeholder, text] of this.#finder.forms()) this.#forms.set(placeholder, text);
    return this.#finder;
  }
}

const asItIs = (text: string): string => text;

/** The variable's name: `«secret:NAME:base64»` belongs to NAME. */
function nameIn(placeholder: string): string {
  return placeholder.slice("«secret:".length, -1).split(":")[0] ?? "";
}

/**
 * A prefix such as `corp_*`, followed by token characters. Regular expressions aren't accepted,
 * because a project may provide patterns.
 */
function ownPatterns(patterns: readonly string[]): readonly VendorPattern[] {
  return patterns.flatMap((pattern) => {
    const [, prefix] = /^([A-Za-z\d_.-]{2,64})\*$/.exec(pattern) ?? [];
    if (prefix === undefined) return [];
    // A dot ends the stretch of characters that is searched for first.
    const least = Math.max(8, minTokenLength - (prefix.includes(".") ? 0 : prefix.length));
    const shape = new RegExp(`${escapeRegExp(prefix)}[\\w-]{${least},512}`, "y");
    return [{ name: placeholderName(prefix.replace(/[_.-]+$/, "")), prefixes: [prefix], shape }];
  });
}
