import type { Step, StepCall } from "./step.ts";

const maxCharacters = 200;

/** One line about a step, from its calls or, without any, its text: no model is asked. */
export function stepSummary({ calls, text }: Pick<Step, "calls" | "text">): string {
  const line = calls.length === 0 ? firstLine(text) : calls.map(callSummary).join("; ");
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1).toWellFormed()}…` : line;
}

function callSummary({ tool, summary, outcome, state }: StepCall): string {
  const about = summary === "" ? tool : firstLine(summary);
  if (state !== "failed") return about;
  return `${about} (${outcome?.status === "error" ? "failed" : (outcome?.status ?? "failed")})`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
