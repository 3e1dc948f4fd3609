import {
  type Consequence,
  reads,
  type SubLanguage,
  unknown,
  writes,
} from "../../specification/specification.ts";

/**
 * The effects of a sed script apart from printing: the files it reads and writes, and the commands it runs.
 *
 * Implementations disagree on whether a delimiter counts inside brackets (`s/[/]/x/`). So the script is
 * read both ways, and the effects of both count.
 *
 * Source: POSIX sed, and the GNU sed manual for `a text`, `0,/re/`, `e`, `F`, `M`, `R`, `W`, `z`.
 */
export const sedScript: SubLanguage = (text) => {
  const aware = new SedReader(text, true).read();
  if (!text.includes("[")) return aware;
  const plain = new SedReader(text, false).read();
  return [...aware, ...plain.filter((one) => one.type !== "unknown" || one.reason === runs)];
};

const runs = "has a sed script that runs commands";

class NotReadable extends Error {}

class SedReader {
  readonly #text: string;
  readonly #bracketsQuote: boolean;
  readonly #found: Consequence[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, bracketsQuote: boolean) {
    this.#text = text;
    this.#bracketsQuote = bracketsQuote;
  }

  read(): readonly Consequence[] {
    try {
      while (this.#commandFollows()) this.#command();
      if (this.#depth !== 0) throw new NotReadable("has a sed script with an open brace");
    } catch (error) {
      if (!(error instanceof NotReadable)) throw error;
      this.#found.push(unknown(error.message));
    }
    return this.#found;
  }

  #commandFollows(): boolean {
    this.#skip(/[\s;]/);
    return this.#at < this.#text.length;
  }

  #command(): void {
    this.#addresses();
    const letter = this.#text[this.#at] ?? "";
    this.#at += 1;
    if (letter === "{") this.#depth += 1;
    else if (letter === "}") {
      this.#depth -= 1;
      if (this.#depth < 0) throw new NotReadable("has a sed script with an extra brace");
      this.#end();
    } else if ("=dDgGhHnNpPxFz".includes(letter) && letter !== "") this.#end();
    else if ("lqQ".includes(letter) && letter !== "") {
      this.#skip(/[ \t]/);
      this.#skip(/\d/);
      this.#end();
    } else if ("bTt:".includes(letter) && letter !== "") this.#label();
    else if ("aic".includes(letter) && letter !== "") this.#addedText();
    else if (letter === "#") this.#line();
    else if (letter === "s") this.#substitute();
    else if (letter === "y") {
      const delimiter = this.#delimiter();
      this.#until(delimiter, false);
      this.#until(delimiter, false);
      this.#end();
    } else if (letter === "r" || letter === "R") this.#file(reads);
    else if (letter === "w" || letter === "W") this.#file(writes);
    else if (letter === "e") {
      const script = this.#line().trim();
      if (script !== "") this.#found.push({ type: "script", text: script });
      this.#found.push(unknown(runs));
    } else throw new NotReadable(`has an unknown sed command: ${letter || "none"}`);
  }

  #addresses(): void {
    if (!this.#address()) {
      this.#negation();
      return;
    }
    this.#skip(/[ \t]/);
    if (this.#text[this.#at] === ",") {
      this.#at += 1;
      this.#skip(/[ \t]/);
      if (/[+~]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
      if (!this.#address()) throw new NotReadable("has an invalid sed address");
    }
    this.#negation();
  }

  #negation(): void {
    this.#skip(/[ \t]/);
    this.#skip(/[! \t]/);
  }

  #address(): boolean {
    const first = this.#text[this.#at] ?? "";
    if (first === "$") {
      this.#at += 1;
      return true;
    }
    if (/\d/.test(first)) {
      this.#skip(/\d/);
      if (this.#text[this.#at] === "~") {
        this.#at += 1;
        this.#skip(/\d/);
      }
      return true;
    }
    if (first !== "/" && first !== "\\") return false;
    this.#at += first === "/" ? 0 : 1;
    this.#until(this.#delimiter(), true);
    this.#skip(/[IM]/);
    return true;
  }

  #substitute(): void {
    const delimiter = this.#delimiter();
    this.#until(delimiter, true);
    this.#until(delimiter, false);
    for (;;) {
      const flag = this.#text[this.#at] ?? "";
      if (flag === "w") {
        this.#at += 1;
        this.#file(writes);
        return;
      }
      if (flag === "e") this.#found.push(unknown(runs));
      else if (!/[gpiImM\d]/.test(flag)) break;
      this.#at += 1;
    }
    this.#end();
  }

  #delimiter(): string {
    const delimiter = this.#text[this.#at] ?? "";
    this.#at += 1;
    if (delimiter === "" || /[\s\\]/.test(delimiter)) {
      throw new NotReadable("has a sed expression without a delimiter");
    }
    return delimiter;
  }

  /** Skips to the position after the next delimiter that isn't quoted. */
  #until(delimiter: string, isPattern: boolean): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === "\\") this.#at += 1;
      else if (character === delimiter) {
        this.#at += 1;
        return;
      } else if (character === "\n") break;
      else if (character === "[" && isPattern && this.#bracketsQuote) this.#bracket();
    }
    throw new NotReadable("has a sed expression that doesn't end");
  }

  /** Skips to the closing bracket, which must be on this line. */
  #bracket(): void {
    const match = /^\[\^?\]?(?:\[[.:=][^\]\n]*[.:=]\]|[^\]\n])*\]/.exec(this.#text.slice(this.#at));
    if (match === null) throw new NotReadable("has a sed expression with an open bracket");
    this.#at += match[0].length - 1;
  }

  #file(effect: (path: string) => Consequence): void {
    this.#skip(/[ \t]/);
    const path = this.#line();
    if (path === "") throw new NotReadable("has a sed command without its file");
    this.#found.push(effect(path));
  }

  /** Skips `a text`, or `a\` and its lines, all but the last of which end in a backslash. */
  #addedText(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      if (this.#text[this.#at] === "\\") this.#at += 1;
      else if (this.#text[this.#at] === "\n") return;
    }
  }

  #label(): void {
    this.#skip(/[ \t]/);
    this.#skip(/[\w.-]/);
    this.#end();
  }

  /** The rest of the line. */
  #line(): string {
    const newline = this.#text.indexOf("\n", this.#at);
    const end = newline === -1 ? this.#text.length : newline;
    const line = this.#text.slice(this.#at, end);
    this.#at = end;
    return line;
  }

  #end(): void {
    this.#skip(/[ \t]/);
    if (!/^[;\n}#]?$/.test(this.#text[this.#at] ?? "")) {
      throw new NotReadable("has unknown text after a sed command");
    }
  }

  #skip(characters: RegExp): void {
    while (this.#at < this.#text.length && characters.test(this.#text[this.#at] ?? ""))
      this.#at += 1;
  }
}
