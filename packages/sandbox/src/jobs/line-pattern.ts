import { createContext, Script } from "node:vm";
import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";

const maxPatternLength = 1_000;
/** How much of each line is matched; the expected text is near its beginning. */
const maxLineLength = 4_096;
const limitMs = 100;
const maxRounds = 10;

/**
 * An untrusted regular expression for lines of text, with a time limit, because some take exponential time.
 *
 * Errors: ToolError `input-invalid` for an invalid or too long expression, or one that takes too long.
 */
export class LinePattern {
  readonly #source: string;
  readonly #context: { source: string; text: string } = { source: "", text: "" };

  constructor(source: string) {
    if (source === "" || source.length > maxPatternLength) {
      throw new ToolError(
        "input-invalid",
        `A pattern has 1 to ${maxPatternLength} characters; this one has ${source.length}.`,
      );
    }
    try {
      RegExp(source);
    } catch (thrown) {
      throw new ToolError(
        "input-invalid",
        `'${source}' is no regular expression: ${messageOf(thrown)}.`,
        { cause: thrown },
      );
    }
    this.#source = source;
    createContext(this.#context);
  }

  /** The first matching line, or null. */
  find(text: string): string | null {
    this.#context.source = this.#source;
    this.#context.text = text;
    const index = this.#search();
    return typeof index === "number"
      ? (text.split("\n")[index]?.slice(0, maxLineLength) ?? null)
      : null;
  }

  #search(): unknown {
    for (let round = 1; ; round++) {
      const before = process.cpuUsage();
      try {
        // A backtracking match can be interrupted only from outside, by `timeout`.
        return search.runInContext(this.#context, { timeout: limitMs });
      } catch (thrown) {
        // The limit is wall time: on a busy computer, the match may hardly have run.
        const { user, system } = process.cpuUsage(before);
        const hasRun = (user + system) / 1_000 > limitMs / 2;
        if (!hasRun && round < maxRounds) continue;
        throw new ToolError(
          "input-invalid",
          `The pattern '${this.#source}' took more than ${limitMs} ms on this output and was given up. Write one without nested repetitions.`,
          { cause: thrown },
        );
      }
    }
  }
}

const search = new Script(`
(() => {
  const expression = new RegExp(source);
  const index = text.split("\\n").findIndex((line) => expression.test(line.slice(0, ${maxLineLength})));
  return index < 0 ? null : index;
})()
`);
