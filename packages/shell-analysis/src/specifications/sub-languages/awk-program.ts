import {
  type Consequence,
  reads,
  shows,
  type SubLanguage,
  unknown,
  writes,
} from "../../specification/specification.ts";
import { awkFunctions, awkKeywords, type AwkToken, awkTokens, AwkUnclear } from "./awk-tokens.ts";

/**
 * The effects of an awk program apart from printing: redirections, pipes, `getline`, `system`, the
 * environment.
 *
 * The grammar is smaller than that of any awk (mawk, gawk, busybox, nawk). Wherever two of them might differ,
 * the program is unknown. Above all, a line continues only after `,` `{` `&&` `||` `do` `else` and the
 * condition of a statement, and a regular expression is never concatenated.
 *
 * Source: POSIX awk, and the gawk manual for its additional functions and variables.
 */
export const awkProgram: SubLanguage = (text) => {
  const found: Consequence[] = [];
  try {
    new AwkReader(awkTokens(text), found).read();
  } catch (error) {
    if (!(error instanceof AwkUnclear)) throw error;
    found.push(unknown(error.message));
  }
  return found;
};

/** Variables that change which files are read or what names mean. */
const unsafeNames = new Set(["ARGV", "ARGC", "SYMTAB", "FUNCTAB"]);
const binary = new Set("+ - * / % ^ = += -= *= /= %= ^= == != <= >= < > ~ !~ && || ? :".split(" "));
const goesOn = new Set(["&&", "||"]);
const prefixes = new Set(["!", "-", "+", "++", "--"]);
const maxDepth = 200;

class AwkReader {
  readonly #tokens: readonly AwkToken[];
  readonly #own: ReadonlySet<string>;
  readonly #found: Consequence[];
  #at = 0;
  #depth = 0;

  /** `found` receives the effects during reading, even when the program can't be read to its end. */
  constructor(tokens: readonly AwkToken[], found: Consequence[]) {
    this.#found = found;
    this.#tokens = tokens;
    this.#own = new Set(
      tokens.flatMap(({ text }, at) =>
        tokens[at - 1]?.kind === "name" && tokens[at - 1]?.text === "function" ? [text] : [],
      ),
    );
  }

  read(): void {
    this.#separators();
    while (this.#at < this.#tokens.length) {
      this.#rule();
      this.#separators();
    }
  }

  // --- rules and statements

  #rule(): void {
    if (this.#take("name", "function")) {
      this.#expect("name");
      this.#expect("sign", "(");
      this.#list(")");
      return this.#block();
    }
    const isSpecial = this.#take("name", "BEGIN") || this.#take("name", "END");
    if (!isSpecial && !this.#is("sign", "{")) this.#list("{");
    if (isSpecial || this.#is("sign", "{")) this.#block();
    else if (!this.#isEnd()) this.#unclear();
  }

  #block(): void {
    this.#deeper(() => {
      this.#expect("sign", "{");
      this.#separators();
      while (!this.#take("sign", "}")) {
        this.#statement();
        this.#separators();
      }
    });
  }

  #statement(): void {
    this.#deeper(() => {
      if (this.#is("sign", "{")) return this.#block();
      if (this.#take("name", "if")) {
        this.#condition();
        this.#statement();
        const before = this.#at;
        this.#separators();
        if (!this.#take("name", "else")) this.#at = before;
        else this.#body();
      } else if (this.#take("name", "while")) {
        this.#condition();
        if (!this.#take("sign", ";")) this.#statement();
      } else if (this.#take("name", "do")) {
        this.#body();
        this.#separators();
        this.#expect("name", "while");
        this.#condition();
      } else if (this.#take("name", "for")) {
        this.#expect("sign", "(");
        for (;;) {
          this.#list(";");
          if (!this.#take("sign", ";")) break;
        }
        this.#expect("sign", ")");
        this.#body();
      } else this.#simple();
    });
  }

  #condition(): void {
    this.#expect("sign", "(");
    this.#expression(false);
    this.#expect("sign", ")");
    this.#newlines();
  }

  #body(): void {
    this.#newlines();
    if (!this.#take("sign", ";")) this.#statement();
  }

  #simple(): void {
    if (this.#take("name", "print") || this.#take("name", "printf")) this.#print();
    else if (this.#take("name", "delete")) this.#expression(false);
    else {
      const isBare =
        ["next", "nextfile", "break", "continue"].some((word) => this.#take("name", word)) ||
        ((this.#take("name", "exit") || this.#take("name", "return")) && this.#isEnd());
      if (!isBare) this.#expression(false);
    }
    if (!this.#isEnd()) this.#unclear();
  }

  #print(): void {
    if (!this.#isEnd() && !this.#isOutput()) this.#list("", true);
    if (!this.#isOutput()) return;
    const sign = this.#next().text;
    if (sign === "|") this.#found.push(unknown("has an awk program with a pipe"));
    if (sign === "|") return this.#expression(false);
    this.#found.push(this.#file(writes));
    if (!this.#isEnd()) this.#unclear();
  }

  #isOutput(): boolean {
    return this.#is("sign", ">") || this.#is("sign", ">>") || this.#is("sign", "|");
  }

  // --- expressions, whose order of evaluation doesn't matter

  /** Reads zero or more expressions with commas between them, up to `end`. */
  #list(end: string, isPrinted = false): void {
    if (this.#is("sign", end)) {
      if (end === ")") this.#at += 1;
      return;
    }
    if (end === ";" && this.#is("sign", ")")) return;
    do {
      this.#newlinesBehindComma();
      this.#expression(isPrinted);
    } while (this.#take("sign", ","));
    if (end === ")") this.#expect("sign", ")");
  }

  #newlinesBehindComma(): void {
    const last = this.#tokens[this.#at - 1];
    if (last?.kind === "sign" && last.text === ",") this.#newlines();
  }

  #expression(isPrinted: boolean): void {
    this.#deeper(() => {
      this.#operand();
      for (;;) {
        const token = this.#tokens[this.#at];
        if (token === undefined) return;
        const { kind, text } = token;
        if (kind === "sign" && binary.has(text)) {
          if (isPrinted && text === ">") return;
          if (isPrinted && text === "<") this.#unclear();
          this.#at += 1;
          if (goesOn.has(text)) this.#newlines();
          this.#operand();
        } else if (kind === "name" && text === "in") {
          this.#at += 1;
          this.#operand();
        } else if (kind === "sign" && text === "|" && !isPrinted) {
          throw new AwkUnclear("has an awk program with a pipe");
        } else if (this.#isPutBehind(token)) this.#operand();
        else return;
      }
    });
  }

  /** Whether a token begins an operand that is concatenated with the one before. */
  #isPutBehind({ kind, text }: AwkToken): boolean {
    if (kind === "name") return !awkKeywords.has(text);
    return kind === "number" || kind === "string" || (kind === "sign" && /^[($]$/.test(text));
  }

  #operand(): void {
    while (this.#tokens[this.#at]?.kind === "sign" && prefixes.has(this.#text())) this.#at += 1;
    const { kind, text } = this.#next();
    if (kind === "number" || kind === "string") return;
    if (kind === "regex") {
      const next = this.#tokens[this.#at];
      if (next !== undefined && this.#isPutBehind(next)) this.#unclear();
      return;
    }
    if (kind === "name") this.#named(text);
    else if (kind === "sign" && text === "(") this.#list(")");
    else if (kind === "sign" && text === "$") return this.#deeper(() => this.#operand());
    else this.#unclear();
    if (this.#is("sign", "++") || this.#is("sign", "--")) this.#at += 1;
  }

  #named(name: string): void {
    if (name === "getline") return this.#getline();
    if (awkKeywords.has(name)) this.#unclear();
    if (unsafeNames.has(name)) throw new AwkUnclear(`has an awk program that uses ${name}`);
    if (name === "system") this.#system();
    if (name === "ENVIRON") this.#found.push(shows(this.#key() ?? "*"));
    if (name === "PROCINFO" && this.#key() !== "sorted_in") {
      throw new AwkUnclear("has an awk program that uses PROCINFO");
    }
    if (this.#take("sign", "[")) {
      this.#list("]");
      this.#expect("sign", "]");
    } else if (this.#take("sign", "(")) {
      if (!awkFunctions.has(name) && !this.#own.has(name)) {
        throw new AwkUnclear(`calls the unknown function ${name} in its awk program`);
      }
      this.#list(")");
    } else if (awkFunctions.has(name) && name !== "length") this.#unclear();
  }

  /** The text in the brackets after a name, when it is a plain string; otherwise null. */
  #key(): string | null {
    const [open, text, close] = this.#tokens.slice(this.#at, this.#at + 3);
    const isText = open?.text === "[" && text?.kind === "string" && close?.text === "]";
    return isText && !text.text.includes("\\") ? text.text : null;
  }

  #system(): void {
    const [open, text, close] = this.#tokens.slice(this.#at, this.#at + 3);
    if (open?.text === "(" && text?.kind === "string" && close?.text === ")") {
      if (!text.text.includes("\\")) this.#found.push({ type: "script", text: text.text });
    }
    this.#found.push(unknown("has an awk program that runs commands"));
  }

  /** Reads `getline` with an optional variable and file, which must end its expression. */
  #getline(): void {
    const variable = this.#tokens[this.#at];
    if (variable?.kind === "name" && !awkKeywords.has(variable.text)) {
      this.#at += 1;
      if (awkFunctions.has(variable.text) || unsafeNames.has(variable.text)) this.#unclear();
    }
    if (this.#take("sign", "<")) this.#found.push(this.#file(reads));
    else if (this.#is("sign", ">") && this.#tokens[this.#at + 1]?.kind === "number") this.#at += 2;
    if (!this.#isEnd() && !this.#is("sign", ")")) this.#unclear();
  }

  /** Reads the name of a file, which must be one plain string that nothing continues. */
  #file(effect: (path: string) => Consequence): Consequence {
    const { kind, text } = this.#next();
    const ends = this.#isEnd() || this.#is("sign", ")");
    if (kind === "string" && ends && !text.includes("\\") && !text.startsWith("/inet")) {
      return effect(text);
    }
    throw new AwkUnclear("has an awk program with an unknown file");
  }

  // --- tokens

  #text(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  #is(kind: AwkToken["kind"], text: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === kind && token.text === text;
  }

  #take(kind: AwkToken["kind"], text: string): boolean {
    if (!this.#is(kind, text)) return false;
    this.#at += 1;
    return true;
  }

  #next(): AwkToken {
    const token = this.#tokens[this.#at];
    if (token === undefined) return this.#unclear();
    this.#at += 1;
    return token;
  }

  #expect(kind: AwkToken["kind"], text?: string): void {
    const token = this.#next();
    if (token.kind !== kind || (text !== undefined && token.text !== text)) this.#unclear();
  }

  /** Whether a statement ends here. Doesn't consume the end. */
  #isEnd(): boolean {
    const token = this.#tokens[this.#at];
    return (
      token === undefined ||
      token.kind === "newline" ||
      this.#is("sign", ";") ||
      this.#is("sign", "}")
    );
  }

  #newlines(): void {
    while (this.#tokens[this.#at]?.kind === "newline") this.#at += 1;
  }

  #separators(): void {
    while (this.#tokens[this.#at]?.kind === "newline" || this.#is("sign", ";")) this.#at += 1;
  }

  #deeper(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new AwkUnclear("has an awk program that is nested too deep");
    read();
    this.#depth -= 1;
  }

  #unclear(): never {
    const token = this.#tokens[this.#at - 1] ?? this.#tokens[this.#at];
    const where = token === undefined ? "its end" : token.text.trim() || "a new line";
    throw new AwkUnclear(`has an awk program that dialects read differently, at ${where}`);
  }
}
