import { bash } from "./languages/bash.ts";
import { c } from "./languages/c.ts";
import { csharp } from "./languages/csharp.ts";
import { css } from "./languages/css.ts";
import { go } from "./languages/go.ts";
import { ini } from "./languages/ini.ts";
import { java } from "./languages/java.ts";
import { javascript } from "./languages/javascript.ts";
import { php } from "./languages/php.ts";
import { powershell } from "./languages/powershell.ts";
import { python } from "./languages/python.ts";
import { ruby } from "./languages/ruby.ts";
import type { SymbolRules } from "./languages/rules.ts";
import { rust } from "./languages/rust.ts";

/** A language with a grammar. */
export interface CodeLanguage {
  /** For people. */
  readonly name: string;
  /** The grammar's name in `@vscode/tree-sitter-wasm`. */
  readonly grammar: string;
  readonly rules: SymbolRules;
  /** How a comment to the end of the line begins. Default: `//`. */
  readonly lineComment?: "#";
}

const languages: readonly (CodeLanguage & { readonly endings: string })[] = [
  { name: "TypeScript", grammar: "typescript", rules: javascript, endings: "ts mts cts" },
  { name: "TSX", grammar: "tsx", rules: javascript, endings: "tsx" },
  { name: "JavaScript", grammar: "javascript", rules: javascript, endings: "js mjs cjs jsx" },
  { name: "Python", grammar: "python", rules: python, lineComment: "#", endings: "py pyi pyw" },
  { name: "Go", grammar: "go", rules: go, endings: "go" },
  { name: "Rust", grammar: "rust", rules: rust, endings: "rs" },
  { name: "Java", grammar: "java", rules: java, endings: "java" },
  // A grammar for C alone would be one more to load, and headers don't say which language they are in.
  { name: "C or C++", grammar: "cpp", rules: c, endings: "c h cc cpp cxx hh hpp hxx ipp" },
  { name: "C#", grammar: "c-sharp", rules: csharp, endings: "cs csx" },
  { name: "Ruby", grammar: "ruby", rules: ruby, lineComment: "#", endings: "rb rake gemspec ru" },
  { name: "PHP", grammar: "php", rules: php, endings: "php phtml" },
  { name: "Bash", grammar: "bash", rules: bash, lineComment: "#", endings: "sh bash bats" },
  {
    name: "PowerShell",
    grammar: "powershell",
    rules: powershell,
    lineComment: "#",
    endings: "ps1 psm1 psd1",
  },
  { name: "CSS", grammar: "css", rules: css, endings: "css" },
  { name: "INI", grammar: "ini", rules: ini, lineComment: "#", endings: "ini" },
];

const byEnding: ReadonlyMap<string, CodeLanguage> = new Map(
  languages.flatMap((language) =>
    language.endings.split(" ").map((ending) => [ending, language] as const),
  ),
);

/** The names of all languages with a grammar. */
export const languageNames: readonly string[] = languages.map(({ name }) => name);

/** A glob for all files with a grammar, at any depth. */
export const languageGlob = `*.{${languages.flatMap(({ endings }) => endings.split(" ")).join(",")}}`;

/** The language of a file by the ending of its name; undefined without a grammar. */
export function languageOf(path: string): CodeLanguage | undefined {
  const ending = /\.([^./\\]+)$/.exec(path)?.[1];
  return ending === undefined ? undefined : byEnding.get(ending.toLowerCase());
}

export function languageWith(grammar: string): CodeLanguage | undefined {
  return languages.find((language) => language.grammar === grammar);
}
