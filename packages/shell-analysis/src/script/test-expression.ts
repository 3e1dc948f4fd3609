import type { TestExpression } from "../parser/syntax.ts";
import type { Argument } from "../specification/specification.ts";
import type { ShellState } from "./shell-state.ts";
import { isCountWord } from "./printed-counts.ts";
import { isNumberWord } from "./arithmetic.ts";
import { expandValue, type WordContext } from "../words/expand-word.ts";

export interface TestContext extends WordContext {
  /** Adds the read of a path whose kind, size or time is tested. */
  inspect(word: Argument): void;
}

const fileTests = /^-[abcdefghkprsuwxGLNOS]$/;
const textTests = /^-[nz]$/;
const comparisons = /^(?:=|==|!=|<|>|=~)$/;
const fileComparisons = /^-(?:nt|ot|ef)$/;
const numberComparisons = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** Follows `[[ … ]]`, in which bash evaluates the operands of number comparisons and of `-v`. */
export function followTest(expression: TestExpression, context: TestContext): void {
  switch (expression.type) {
    case "TestLogical":
      for (const operand of expression.operands) followTest(operand, context);
      return;
    case "TestNot":
      return followTest(expression.operand, context);
    case "TestGroup":
      return followTest(expression.expression, context);
    case "TestUnary": {
      const { operator } = expression;
      const word = expandValue(expression.operand, context);
      if (fileTests.test(operator)) context.inspect(word);
      else if (!textTests.test(operator) && operator !== "-t" && operator !== "-o") {
        context.unknown(`[[ ${operator} … ]] evaluates its operand`);
      } else if (operator === "-t" && !isNumberOf(word, context.state)) {
        context.unknown("[[ -t … ]] evaluates its operand");
      }
      return;
    }
    case "TestBinary": {
      const { operator } = expression;
      const words = [expression.left, expression.right].map((word) => expandValue(word, context));
      if (fileComparisons.test(operator)) {
        for (const word of words) context.inspect(word);
      } else if (numberComparisons.test(operator)) {
        const raw = [expression.left.text, expression.right.text];
        const isKnown = words.every(
          (word, index) =>
            isNumberOf(word, context.state) ||
            isNumberWord((raw[index] ?? "").replaceAll('"', ""), context.state) ||
            /^"?\$\{#\w+\}"?$/.test(raw[index] ?? "") ||
            isCountWord(index === 0 ? expression.left : expression.right, context),
        );
        if (!isKnown)
          context.unknown(`[[ … ${operator} … ]] evaluates operands that aren't numbers`);
      } else if (!comparisons.test(operator)) {
        context.unknown(`the comparison [[ … ${operator} … ]] is unknown`);
      }
      return;
    }
  }
}

function isNumberOf(word: Argument, state: ShellState): boolean {
  return word.kind === "static" && isNumberWord(word.text, state) && !/[A-Za-z_$]/.test(word.text);
}
