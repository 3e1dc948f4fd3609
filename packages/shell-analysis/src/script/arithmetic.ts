import type { ArithmeticExpression } from "../parser/syntax.ts";
import { isSpecialVariable, isVariableName, numericVariables } from "../words/known-variables.ts";
import { isCountPrinted } from "./printed-counts.ts";
import { isNumber, type ShellState } from "./shell-state.ts";

const assignment = /^(?:[-+*/%&|^]|<<|>>)?=$/;

/**
 * Whether an arithmetic expression only computes numbers. Bash evaluates the *value* of a name as
 * an expression again, which may run a command (`x='a[$(…)]'; echo $((x))`). So a name is accepted
 * only when the script itself has set it to a number. Variables that the expression sets become numbers.
 */
export function countsOnly(
  expression: ArithmeticExpression | undefined,
  state: ShellState,
): boolean {
  switch (expression?.type) {
    case undefined:
      return true;
    case "ArithmeticWord":
      return isNumberWord(expression.value, state);
    case "ArithmeticGroup":
      return countsOnly(expression.expression, state);
    case "ArithmeticUnary": {
      if (!countsOnly(expression.operand, state)) return false;
      const isStep = expression.operator === "++" || expression.operator === "--";
      return !isStep || setsNumber(expression.operand, state);
    }
    case "ArithmeticBinary":
      if (!countsOnly(expression.right, state)) return false;
      if (!assignment.test(expression.operator)) return countsOnly(expression.left, state);
      if (expression.operator !== "=" && !countsOnly(expression.left, state)) return false;
      return setsNumber(expression.left, state);
    case "ArithmeticTernary":
      return [expression.test, expression.consequent, expression.alternate].every((part) =>
        countsOnly(part, state),
      );
    // The caller follows its commands.
    case "ArithmeticCommandExpansion":
      return isCountPrinted(expression.script, { state });
    default:
      return false;
  }
}

/** Whether bash reads a word as a number wherever it expects one. */
export function isNumberWord(text: string, state: ShellState): boolean {
  const word = text.trim();
  if (/^[-+]?(?:\d{1,18}|0[xX][0-9A-Fa-f]{1,15})$/.test(word)) return true;
  const name = /^\$?(?:(\w+|[?#$!])|\{(\w+)\})$/.exec(word);
  const variable = name?.[1] ?? name?.[2] ?? "";
  const value = state.variable(variable);
  if (value !== undefined) return isNumber(value);
  return word.startsWith("$") && numericVariables.has(variable) && !/^[A-Z]/.test(variable);
}

function setsNumber(target: ArithmeticExpression, state: ShellState): boolean {
  if (target.type !== "ArithmeticWord") return false;
  const name = target.value.trim();
  if (!isVariableName(name) || isSpecialVariable(name)) return false;
  state.setVariable(name, { kind: "number" });
  return true;
}
