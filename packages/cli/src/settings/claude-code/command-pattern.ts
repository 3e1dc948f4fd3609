import type { Rule } from "@toolwright/core";
import { type Conversion, leftOut, type RuleDecision, saysTheSame } from "./imported-rule.ts";

/** Characters that a shell or our grammar doesn't read as part of a plain word. */
const special = /[|&;<>()$`"'\\\n]/;

/** A whole word in quotes, which our grammar reads literally: `"C:/Program Files/x"`. */
const quoted = /^(?:"[^"$`\\*!\n]*"|'[^'*\n]*')$/;

function isPlain(word: string): boolean {
  return !special.test(word) || quoted.test(word);
}

/** Words, separated by white space outside quotes. An unclosed quote makes a word that isn't plain. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
}

/**
 * Converts `Bash(…)`: literal words, with `*` for any characters, and ` *` or `:*` at the end for any
 * further words. Claude Code matches text, we match parsed words, so an allow never becomes wider,
 * and a deny or ask never narrower.
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
      "it would allow every command: name the programs, or use --mode auto in a sandbox",
    );
  }
  return saysTheSame(ruleOf(decision, "*"), { [decision]: "unknown(*)" });
}

function allowed(words: readonly string[]): Conversion {
  if (!words.every(isPlain)) {
    return leftOut(
      "it has more than plain words, but an allow rule matches only the words of one command",
    );
  }
  const inner = words.slice(0, -1).some((word) => word.includes("*"));
  const rule = ruleOf("allow", openEnd(words).join(" "));
  return {
    rules: [rule],
    note: inner ? "a '*' before the end now matches within one word" : null,
  };
}

/** `ls*` matches the start of a text, so any further words may follow. */
function openEnd(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  return last !== "*" && last.endsWith("*") ? [...words, "*"] : words;
}

function stopped(decision: "ask" | "deny", words: readonly string[], argument: string): Conversion {
  const isPrefix = argument.trim().endsWith(":*");
  const last = words.length - 1;
  // A '*' before the end may match several words, and a word that isn't plain may match anything.
  const cut = words.findIndex(
    (word, index) => !isPlain(word) || (word.includes("*") && index < last),
  );
  if (cut === 0) {
    return leftOut("its first word isn't plain: write a rule for its program yourself");
  }
  if (cut > 0) {
    return {
      rules: [ruleOf(decision, `${words.slice(0, cut).join(" ")} *`)],
      note: "wider than before, because rules match whole words",
    };
  }
  if (!isPrefix) return saysTheSame(ruleOf(decision, openEnd(words).join(" ")));
  // `npm run test:*` is a prefix, which `npm run test:unit` also has.
  return saysTheSame(ruleOf(decision, `${words.slice(0, -1).join(" ")}* *`));
}

function ruleOf(decision: RuleDecision, words: string): Rule {
  return { [decision]: `run(${words})` };
}
