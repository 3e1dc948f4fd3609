import type { Rule } from "@toolwright/core";
import { type Conversion, leftOut, type RuleDecision, saysTheSame } from "./imported-rule.ts";

/** Anything that a shell, or our grammar, reads as more than a plain word. */
const special = /[|&;<>()$`"'\\\n]/;

/** A whole word in quotes, which our grammar reads as it stands: `"C:/Program Files/x"`. */
const quoted = /^(?:"[^"$`\\*!\n]*"|'[^'*\n]*')$/;

function isPlain(word: string): boolean {
  return !special.test(word) || quoted.test(word);
}

/** Parted by white space outside of quotes; a quote that is never closed makes a word that isn't plain. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
}

/**
 * `Bash(…)`: the words as they stand, `*` any characters, ` *` or `:*` at the end any further
 * words. There it is a text that is matched, here it is the parsed words: an allow becomes no wider,
 * a deny or ask no narrower.
 */
export function convertCommand(decision: RuleDecision, argument: string | null): Conversion {
  const text = (argument ?? "*").trim().replace(/:\*$/, " *");
  const words = wordsOf(text);
  if (words.every((word) => /^\*+$/.test(word))) return everyCommand(decision);
  return decision === "allow" ? allowed(words) : stopped(decision, words, argument ?? "");
}

function everyCommand(decision: RuleDecision): Conversion {
  if (decision === "allow") {
    return leftOut(
      "it would allow every command, whatever it does: name the programs, or use --mode auto in a sandbox",
    );
  }
  return saysTheSame(ruleOf(decision, "*"), { [decision]: "unknown(*)" });
}

function allowed(words: readonly string[]): Conversion {
  if (!words.every(isPlain)) {
    return leftOut(
      "it holds more than plain words, and only the words of one command can be allowed",
    );
  }
  const inner = words.slice(0, -1).some((word) => word.includes("*"));
  const rule = ruleOf("allow", openEnd(words).join(" "));
  return {
    rules: [rule],
    note: inner ? "a '*' before the end stands for characters of one word here" : null,
  };
}

/** `ls*` was the beginning of a text: any further words may follow. */
function openEnd(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  return last !== "*" && last.endsWith("*") ? [...words, "*"] : words;
}

function stopped(decision: "ask" | "deny", words: readonly string[], argument: string): Conversion {
  const isPrefix = argument.trim().endsWith(":*");
  const last = words.length - 1;
  // A '*' before the end may stand for several words, and what isn't plain for anything.
  const cut = words.findIndex(
    (word, index) => !isPlain(word) || (word.includes("*") && index < last),
  );
  if (cut === 0) {
    return leftOut("its first word isn't plain: write a rule for the program that it is about");
  }
  if (cut > 0) {
    return {
      rules: [ruleOf(decision, `${words.slice(0, cut).join(" ")} *`)],
      note: "wider than it was, as only words can be matched",
    };
  }
  if (!isPrefix) return saysTheSame(ruleOf(decision, openEnd(words).join(" ")));
  // `npm run test:*` is a beginning: `npm run test:unit` has it, too.
  return saysTheSame(ruleOf(decision, `${words.slice(0, -1).join(" ")}* *`));
}

function ruleOf(decision: RuleDecision, words: string): Rule {
  return { [decision]: `run(${words})` };
}
