import type { Random } from "./random.ts";

/** Code that leaves a mark when anything runs it. */
const payloads = ["touch pwned", ">pwned", "cat ../outside/canary.txt", "mkdir pwned"];
const programs = [
  "echo",
  "printf x",
  "true",
  ":",
  "cat a.txt",
  "test",
  "pwd",
  "ls",
  "wc -l a.txt",
  "type",
];
const names =
  "x i a PWD IFS PS4 HOME PATH OPTIND RANDOM _ BASH_ENV TEXTDOMAIN TEXTDOMAINDIR LC_ALL PROMPT_COMMAND GLOBIGNORE REPLY COMP_WORDBREAKS".split(
    " ",
  );
const builtins =
  "typeset export readonly declare local alias unset read mapfile printf test let eval trap set shopt enable hash cd command builtin exec wait getopts".split(
    " ",
  );

/**
 * A script made from bash's own grammar, with code hidden where bash might run it: in quotes, subscripts,
 * expansions, redirections, here-documents, tests, functions.
 *
 * Source: the grammar and the chapters Shell Syntax, Shell Expansions and Redirections of bash(1).
 */
export function grammarLine(random: Random): string {
  const payload = random.pick(payloads);
  const grammar = new Grammar(random, payload);
  return Array.from({ length: 1 + random.below(3) }, () => grammar.command(3)).join(
    random.pick(["; ", "\n", " && ", " || ", " | ", " & "]),
  );
}

class Grammar {
  readonly #random: Random;
  readonly #payload: string;

  constructor(random: Random, payload: string) {
    this.#random = random;
    this.#payload = payload;
  }

  command(depth: number): string {
    if (depth === 0) return this.#simple();
    const inner = (): string => this.command(depth - 1);
    const random = this.#random;
    const choices: readonly (() => string)[] = [
      ...Array<() => string>(10).fill(() => this.#simple()),
      () => `if ${inner()}; then ${inner()}; fi`,
      () => `for ${this.#name()} in ${this.#word(2)} ${this.#word(2)}; do ${inner()}; done`,
      () => `case ${this.#word(2)} in ${this.#word(2)}) ${inner()};; *) ${inner()};; esac`,
      () => `while ${inner()}; do break; done`,
      () => `( ${inner()} )`,
      () => `{ ${inner()}; }`,
      () => `${random.pick([...builtins, "f", "cat", "echo", "ls"])}() { ${inner()}; }; ${inner()}`,
      () => `function ${random.pick(["f", "echo", "typeset"])} { ${inner()}; }; f ${this.#word(2)}`,
      () =>
        `[[ ${this.#word(2)} ${random.pick(["==", "=~", "-eq", "-nt", "<", "-v"])} ${this.#word(2)} ]]`,
      () => `[[ -${random.pick("v n z e f R o".split(" "))} ${this.#word(2)} ]]`,
      () => `(( ${this.#arithmetic()} ))`,
      () => `! ${inner()}`,
      () => `time ${inner()}`,
      () => `coproc ${this.#name()} { ${inner()}; }`,
      () => `select ${this.#name()} in ${this.#word(2)}; do ${inner()}; break; done </dev/null`,
      () => `for (( ${this.#arithmetic()}; 0; 1 )); do ${inner()}; done`,
    ];
    return random.pick(choices)();
  }

  #simple(): string {
    const random = this.#random;
    const assignments = random.once(4) ? `${this.#assignment()} ` : "";
    if (random.once(8)) return this.#assignment();
    const program = random.once(4) ? random.pick(builtins) : random.pick(programs);
    const words = Array.from({ length: random.below(3) }, () => this.#word(2)).join(" ");
    const redirections = random.once(3) ? ` ${this.#redirection()}` : "";
    return `${assignments}${program} ${words}${redirections}`;
  }

  #assignment(): string {
    const random = this.#random;
    const operator = random.pick(["=", "=", "+="]);
    if (random.once(4)) return `${this.#name()}[${this.#subscript()}]${operator}${this.#word(1)}`;
    if (random.once(5))
      return `${this.#name()}${operator}(${this.#word(1)} [${this.#subscript()}]=${this.#word(1)})`;
    return `${this.#name()}${operator}${this.#word(2)}`;
  }

  #redirection(): string {
    const random = this.#random;
    const fd = random.pick([
      "",
      "",
      "2",
      `{${this.#name()}}`,
      `{${this.#name()}[${this.#subscript()}]}`,
      "{fd}",
    ]);
    const target = random.pick(["/dev/null", "/dev/null", "a.txt", "&1", "&-", this.#word(1)]);
    return random.pick([
      `${fd}>${target}`,
      `${fd}<${target}`,
      `${fd}>>/dev/null`,
      `<<<${this.#word(1)}`,
      `<<E\n${this.#word(1)}\n$(${this.#payload})\nE\n`,
      `<<E\n${this.#quotedValue()}\nE\n`,
      `<<'E'\n$(${this.#payload})\nE\n`,
      `<<"E"x\n$(${this.#payload})\nEx\n`,
      `&>/dev/null`,
      `< <(${random.pick(["cat a.txt", this.#payload])})`,
    ]);
  }

  #word(depth: number): string {
    const random = this.#random;
    return Array.from({ length: 1 + random.below(2) }, () => this.#part(depth)).join("");
  }

  #part(depth: number): string {
    const random = this.#random;
    const name = this.#name();
    const hidden = this.#hidden();
    if (depth === 0) return random.pick(["x", "a.txt", hidden, `'${hidden}'`]);
    const inner = (): string => this.#word(depth - 1);
    return random.pick<() => string>([
      () =>
        random.pick([
          "x",
          "a.txt",
          "src",
          "-v",
          "-n",
          "1",
          "*",
          "?",
          "[a-z]",
          "~",
          "{a,b}",
          "{1..3}",
          "=",
          "!",
          "#",
        ]),
      () => `'${hidden}'`,
      () => `"${random.pick(["x", `$${name}`, "${x}", '\\"', "\\$(touch pwned)"])}"`,
      () => `$'${random.pick(["x", "\\'", "\\x24(touch pwned)", "\\e"])}'`,
      () => `$"${random.pick(["hello", "x"])}"`,
      () => `$${name}`,
      () =>
        `\${${random.pick(["", "!", "#"])}${name}${random.pick(["", ":-", ":=", ":+", ":?", "#", "%%", "/", "//", "^^", ",,", "@", ":"])}${random.pick(["", "P", "Q", "E", "A", "1", `'${hidden}'`, inner()])}}`,
      () => `\${${name}[${this.#subscript()}]}`,
      () => `\${!${name}@}`,
      () => `$((${this.#arithmetic()}))`,
      () => `$[${this.#arithmetic()}]`,
      () => `$(${random.pick(["pwd", "cat a.txt", "echo x"])})`,
      () => `${random.pick(["<", ">"])}(${random.pick(["cat a.txt", "echo x"])})`,
      // A comment for shells that end the word before it.
      () => `${inner()}${random.pick(["", "\\\n"])}#; ${this.#payload}`,
      () => `"${this.#quotedValue()}"`,
      () => `${name}[${this.#subscript()}]`,
      () => `'${name}[${this.#subscript()}]'`,
      () => `{${name}[${this.#subscript()}]}`,
      () => `@(${inner()}|${inner()})`,
      () => "\\\n",
      () => `\\${random.pick(["x", "$", "'", "\\", "`"])}`,
    ])();
  }

  /** An expansion for use inside double quotes, where single quotes have another meaning. */
  #quotedValue(): string {
    const random = this.#random;
    const operator = random.pick([":-", "-", ":+", "+", ":?", "#", "%", "/x/", "^^"]);
    const hidden = `$(${this.#payload})`;
    const quoted = random.pick([`'${hidden}'`, `$'${hidden}'`, `"'${hidden}'"`, `'}${hidden}'`]);
    return `\${${this.#name()}${operator}${quoted}}`;
  }

  #hidden(): string {
    const random = this.#random;
    const inner = random.pick([
      `$(${this.#payload})`,
      `\`${this.#payload}\``,
      `a[$(${this.#payload})]`,
      "x",
    ]);
    return random.pick([inner, `x${inner}`, `; ${this.#payload} #`, `"${inner}"`]);
  }

  #subscript(): string {
    const hidden = `$(${this.#payload})`;
    return this.#random.pick([
      "0",
      "x",
      "@",
      `'${hidden}'`,
      `"\\${hidden}"`,
      "i",
      "i++",
      `'a[${hidden}]'`,
      `\\${hidden}`,
    ]);
  }

  #arithmetic(): string {
    const name = this.#name();
    return this.#random.pick([
      `${name}`,
      `${name}++`,
      `1+1`,
      `${name}=1`,
      `${name}[${this.#subscript()}]`,
      `"${name}"`,
      `'${name}'`,
      `x ? y : 1`,
    ]);
  }

  #name(): string {
    return this.#random.pick(names);
  }
}
