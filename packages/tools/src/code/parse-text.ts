import { createRequire } from "node:module";
import type { Parser } from "@vscode/tree-sitter-wasm";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import { SymbolFinder } from "./find-symbols.ts";
import { type CodeLanguage, languageWith } from "./languages.ts";
import { packSymbol } from "./symbol.ts";
import { type SyntaxFault, syntaxFaultsOf } from "./syntax-faults.ts";
import { wordsOf } from "./words.ts";

export interface ParseRequest {
  /** As in `CodeLanguage`. */
  readonly grammar: string;
  readonly text: string;
  readonly wants: "symbols" | "faults";
  readonly maxMs: number;
}

export type ParseResult =
  | {
      readonly outcome: "symbols";
      /** One packed symbol after the other. */
      readonly symbols: Uint32Array;
      /** See `wordsOf`. */
      readonly words: Uint32Array;
      readonly isBroken: boolean;
    }
  | { readonly outcome: "faults"; readonly faults: readonly SyntaxFault[] }
  /** Not done within `maxMs`. */
  | { readonly outcome: "slow" };

interface LoadedLanguage {
  readonly parser: Parser;
  readonly finder: SymbolFinder;
  readonly language: CodeLanguage;
}

// A module of an older kind, whose names an import would not find.
const load = createRequire(import.meta.url);
const packageName = "@vscode/tree-sitter-wasm";

let started: Promise<typeof TreeSitter> | undefined;
const loaded = new Map<string, Promise<LoadedLanguage>>();

/** Parses a text and looks at its tree. Errors: whatever the grammar's machine code throws. */
export async function parseText(request: ParseRequest): Promise<ParseResult> {
  const { grammar, text, wants, maxMs } = request;
  const { parser, finder, language } = await languageFor(grammar);
  const deadline = performance.now() + maxMs;
  // The declared type of the callback lacks its result.
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (tree === null) {
    parser.reset();
    return { outcome: "slow" };
  }
  try {
    if (wants === "faults") return { outcome: "faults", faults: syntaxFaultsOf(tree, text) };
    return {
      outcome: "symbols",
      symbols: Uint32Array.from(finder.find(tree, text).flatMap(packSymbol)),
      words: wordsOf(text, language.lineComment ?? "//"),
      isBroken: tree.rootNode.hasError,
    };
  } finally {
    tree.delete();
  }
}

function languageFor(grammar: string): Promise<LoadedLanguage> {
  let loading = loaded.get(grammar);
  if (loading === undefined) {
    loading = loadLanguage(grammar);
    loaded.set(grammar, loading);
  }
  return loading;
}

async function loadLanguage(grammar: string): Promise<LoadedLanguage> {
  const language = languageWith(grammar);
  if (language === undefined) throw new TypeError(`There is no grammar '${grammar}'.`);
  const { Language, Parser: TheParser } = await (started ??= start());
  const loadedLanguage = await Language.load(
    load.resolve(`${packageName}/wasm/tree-sitter-${grammar}.wasm`),
  );
  const parser = new TheParser();
  parser.setLanguage(loadedLanguage);
  return { parser, language, finder: new SymbolFinder(loadedLanguage, language.rules) };
}

async function start(): Promise<typeof TreeSitter> {
  const module = load(packageName) as typeof TreeSitter;
  await module.Parser.init();
  return module;
}
