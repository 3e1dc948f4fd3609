import {
  hasUnsupported,
  measureChoices,
  parsePattern,
  type PatternNode,
} from "./pattern-syntax.ts";

export interface PatternMatcher {
  /** Whether some part of the text matches. */
  test(text: string): boolean;
  /** A text that differs between patterns. */
  toString(): string;
}

/**
 * Compiles the regular expression of an untrusted schema so that no text can make it run forever. If the engine's
 * backtracking could take too long, our own matcher is used, which takes one step for each character and state.
 *
 * A text that needs more than 50,000,000 steps counts as no match. The flag `u` is used if the pattern is valid with it.
 *
 * Errors: throws SyntaxError for an invalid regular expression, and for one that could run forever and that our
 * matcher doesn't support (look-behind or back references beside several choices or repeats, more than 20,000
 * states).
 */
export function compilePattern(source: string): PatternMatcher {
  const { native, isUnicode } = compileNative(source);
  const node = parsePattern(source, isUnicode);
  const { count, isRepeated } = measureChoices(node);
  // A single choice after a fixed beginning is tried only once for each character.
  if (!isRepeated && (count === 0 || (count === 1 && startsFixed(node)))) return native;
  if (!hasUnsupported(node)) return new SteppedMatcher(source, node, isUnicode);
  throw new SyntaxError(
    `the pattern ${JSON.stringify(source.slice(0, 80))} could run forever: it has look-behind or back references beside choices or repeats`,
  );
}

function compileNative(source: string): { native: RegExp; isUnicode: boolean } {
  try {
    return { native: new RegExp(source, "u"), isUnicode: true };
  } catch {
    // Many schemas contain needless escapes such as `\-`, which `u` forbids.
    return { native: new RegExp(source), isUnicode: false };
  }
}

function startsFixed(node: PatternNode): boolean {
  if (node.type === "sequence") return node.parts[0] !== undefined && startsFixed(node.parts[0]);
  if (node.type === "choice") return node.options.every(startsFixed);
  return node.type === "assertion" && node.kind === "start";
}

const maxStates = 20_000;
const maxSteps = 50_000_000;

type State =
  | { readonly type: "character"; readonly accepts: (codePoint: number) => boolean }
  | { readonly type: "split"; readonly targets: number[] }
  | { readonly type: "assertion"; readonly kind: "start" | "end" | "word" | "not-word" }
  | { readonly type: "look-ahead"; readonly program: Program; readonly isNegative: boolean }
  | { readonly type: "match" };

type Program = readonly State[];

/**
 * Runs all possible matches of a pattern side by side, one character at a time.
 *
 * Source: Russ Cox, "Regular Expression Matching: the Virtual Machine Approach" (Pike's VM
 * without captures).
 */
class SteppedMatcher implements PatternMatcher {
  readonly #source: string;
  readonly #isUnicode: boolean;
  readonly #program: Program;
  readonly #isAnchored: boolean;

  constructor(source: string, node: PatternNode, isUnicode: boolean) {
    this.#source = source;
    this.#isAnchored = startsFixed(node);
    this.#isUnicode = isUnicode;
    this.#program = new ProgramBuilder(isUnicode).build(node);
  }

  test(text: string): boolean {
    const budget = { steps: maxSteps };
    return this.#run(this.#program, text, 0, this.#isAnchored, budget);
  }

  toString(): string {
    return `/${this.#source}/stepped`;
  }

  #run(
    program: Program,
    text: string,
    from: number,
    isAnchored: boolean,
    budget: { steps: number },
  ): boolean {
    // The position plus one at which each state was last listed, so that it is listed only once.
    const listedAt = new Float64Array(program.length);
    let current: number[] = [];
    for (let at = from; ; ) {
      const next: number[] = [];
      const pending = isAnchored && at > from ? [] : [0];
      for (const state of current) pending.push(state);
      const codePoint = this.#codePointAt(text, at);
      for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
        if (listedAt[state] === at + 1) continue;
        listedAt[state] = at + 1;
        budget.steps -= 1;
        if (budget.steps < 0) return false;
        const what = program[state];
        if (what === undefined) continue;
        if (what.type === "match") return true;
        if (what.type === "split") pending.push(...what.targets);
        else if (what.type === "character") {
          if (codePoint !== undefined && what.accepts(codePoint)) next.push(state + 1);
        } else if (what.type === "assertion") {
          if (holds(what.kind, text, at)) pending.push(state + 1);
        } else if (this.#run(what.program, text, at, true, budget) !== what.isNegative) {
          if (budget.steps >= 0) pending.push(state + 1);
        }
      }
      if (codePoint === undefined || (isAnchored && next.length === 0)) return false;
      at += codePoint > 0xffff ? 2 : 1;
      current = next;
    }
  }

  #codePointAt(text: string, at: number): number | undefined {
    if (at >= text.length) return undefined;
    return this.#isUnicode ? text.codePointAt(at) : text.charCodeAt(at);
  }
}

/** Looking at UTF-16 units is enough for `\b`, because word characters are ASCII. */
function holds(kind: "start" | "end" | "word" | "not-word", text: string, at: number): boolean {
  if (kind === "start") return at === 0;
  if (kind === "end") return at === text.length;
  const isBoundary = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  return isBoundary === (kind === "word");
}

function isWord(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x5f
  );
}

class ProgramBuilder {
  readonly #isUnicode: boolean;
  readonly #states: State[] = [];

  constructor(isUnicode: boolean) {
    this.#isUnicode = isUnicode;
  }

  build(node: PatternNode): Program {
    this.#add(node);
    this.#push({ type: "match" });
    return this.#states;
  }

  #add(node: PatternNode): void {
    switch (node.type) {
      case "character":
        this.#push({ type: "character", accepts: (codePoint) => codePoint === node.codePoint });
        break;
      case "set":
        this.#push({ type: "character", accepts: acceptsSet(node.source, this.#isUnicode) });
        break;
      case "sequence":
        for (const part of node.parts) this.#add(part);
        break;
      case "choice":
        this.#addChoice(node.options);
        break;
      case "repeat":
        this.#addRepeat(node.node, node.min, node.max);
        break;
      case "assertion":
        this.#push(node);
        break;
      case "look-ahead": {
        const program = new ProgramBuilder(this.#isUnicode).build(node.node);
        this.#push({ type: "look-ahead", program, isNegative: node.isNegative });
        break;
      }
      case "unsupported":
        throw new SyntaxError("the pattern can't be run in steps");
    }
  }

  #addChoice(options: readonly PatternNode[]): void {
    const start = this.#split();
    const ends: number[][] = [];
    for (const option of options) {
      start.push(this.#states.length);
      this.#add(option);
      ends.push(this.#split());
    }
    for (const end of ends) end.push(this.#states.length);
  }

  #addRepeat(node: PatternNode, min: number, max: number): void {
    const before = this.#states.length;
    for (let count = 0; count < min; count += 1) {
      this.#add(node);
      // A repeat of an empty node is empty.
      if (this.#states.length === before) return;
    }
    if (max === Infinity) {
      const start = this.#states.length;
      const enter = this.#split();
      enter.push(this.#states.length);
      this.#add(node);
      this.#split().push(start);
      enter.push(this.#states.length);
      return;
    }
    const exits: number[][] = [];
    for (let count = min; count < max; count += 1) {
      const enter = this.#split();
      enter.push(this.#states.length);
      exits.push(enter);
      this.#add(node);
    }
    for (const exit of exits) exit.push(this.#states.length);
  }

  /** Adds a state that continues at each of the returned targets. */
  #split(): number[] {
    const targets: number[] = [];
    this.#push({ type: "split", targets });
    return targets;
  }

  #push(state: State): void {
    if (this.#states.length >= maxStates) {
      throw new SyntaxError(`the pattern has more than ${maxStates} states`);
    }
    this.#states.push(state);
  }
}

/** Tests each character separately with the engine; answers for ASCII are cached. */
function acceptsSet(source: string, isUnicode: boolean): (codePoint: number) => boolean {
  const native = new RegExp(`^(?:${source})$`, isUnicode ? "u" : "");
  const known = new Int8Array(128);
  return (codePoint) => {
    const answer = known[codePoint];
    if (answer !== undefined && answer !== 0) return answer === 1;
    const accepts = native.test(String.fromCodePoint(codePoint));
    if (codePoint < 128) known[codePoint] = accepts ? 1 : 2;
    return accepts;
  };
}
