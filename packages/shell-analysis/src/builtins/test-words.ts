import {
  type Argument,
  type Consequence,
  staticText,
  unknown,
} from "../specification/specification.ts";

const fileTests = /^-[abcdefghkprsuwxGLNOS]$/;
const textTests = /^-[nzt]$/;
const textComparisons = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge)$/;
const fileComparisons = /^-(?:nt|ot|ef)$/;

/** `[ … ]` without its last word. */
export function bracketWords(words: readonly Argument[]): readonly Consequence[] {
  const last = words.at(-1);
  if (last?.kind !== "static" || last.text !== "]") return [unknown("has no ] at its end")];
  return testWords(words.slice(0, -1));
}

/**
 * `test`, read by the number of its words as POSIX says, which is right whatever the operands are. More
 * than four words must all be known. `-v` evaluates its operand and is left out.
 */
export function testWords(words: readonly Argument[]): readonly Consequence[] {
  const unsure = words.find(
    (word) =>
      (word.kind === "glob" && word.isOne !== true) ||
      // Without a number the test fails.
      (word.kind === "unknown" && word.splits && word.isCount !== true),
  );
  if (unsure !== undefined) {
    return [
      unknown(
        unsure.kind === "unknown" ? unsure.reason : `${unsure.text} may become several words`,
      ),
    ];
  }
  return words.length > 4 ? longTest(words) : shortTest(words);
}

function shortTest(words: readonly Argument[]): readonly Consequence[] {
  const simple = simpleTest(words);
  if (simple !== null) return simple;
  return staticText(words[0]) === "!" ? shortTest(words.slice(1)) : longTest(words);
}

/** The consequences of one test of at most three words; null when the words are no such test. */
function simpleTest(words: readonly Argument[]): readonly Consequence[] | null {
  const [first, second, third] = words;
  if (first === undefined || second === undefined) return [];
  if (third === undefined) return staticText(first) === "!" ? [] : unary(first, second);
  const operator = staticText(second) ?? "";
  if (words.length > 3) return null;
  if (textComparisons.test(operator)) return [];
  return fileComparisons.test(operator) ? [inspect(first), inspect(third)] : null;
}

function unary(operator: Argument, operand: Argument): readonly Consequence[] {
  const text = staticText(operator) ?? "";
  if (textTests.test(text) || text === "-o") return [];
  if (fileTests.test(text)) return [inspect(operand)];
  return [unknown(`the test ${operator.text} is unknown`)];
}

/** Several tests with `-a` and `-o` between them. */
function longTest(words: readonly Argument[]): readonly Consequence[] {
  const consequences: Consequence[] = [];
  let part: Argument[] = [];
  for (const word of words) {
    const text = staticText(word);
    if (text === null) return [unknown("has an unknown operand among several tests")];
    const isJoint = (text === "-a" || text === "-o") && part.length > 0;
    if (!isJoint) part.push(word);
    else {
      consequences.push(...joined(part));
      part = [];
    }
  }
  return [...consequences, ...joined(part)];
}

function joined(part: readonly Argument[]): readonly Consequence[] {
  const bare = part.filter((word) => word.text !== "(" && word.text !== ")");
  const test = bare[0]?.text === "!" ? bare.slice(1) : bare;
  return simpleTest(test) ?? [unknown("has tests that can't be told apart")];
}

function inspect(word: Argument): Consequence {
  // An unknown path stays unknown, but test can't read it as an operator here.
  return word.kind === "unknown" ? unknown(word.reason) : { type: "word", use: "read", word };
}
