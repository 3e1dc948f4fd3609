import type { Step, StepCall } from "./step.ts";

const maxCharacters = 200;

/** One line about a step, from its calls or, without any, its text: no model is asked. */
export function stepSummary({ calls, text }: Pick<Step, "calls" | "text">): string {
  const line = calls.length === 0 ? firstLine(text) : calls.map(callSummary).join("; ");
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1).toWellFormed()}…` : line;
}

function callSummary({ tool, summary, outcome, state }: StepCall): string {
  const about = summary === "" ? tool : firstLine(summary);
  if (state !== "failed") return `${about}${resultOf(outcome)}`;
  return `${about} (${outcome?.status === "error" ? "failed" : (outcome?.status ?? "failed")})`;
}

/** Tools that search or read show the person one line, such as `Found 12 files`. */
function resultOf(outcome: StepCall["outcome"]): string {
  const display = outcome?.display;
  if (display?.type !== "text" || display.text.includes("\n")) return "";
  return ` (${display.text})`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
