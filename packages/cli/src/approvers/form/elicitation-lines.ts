import type { Elicitation } from "@toolwright/core";
import { indented, type Line, line, span, textLines } from "../../terminal/text/styled-line.ts";
import { revealSpaces } from "../../terminal/text/untrusted-text.ts";
import type { FormField } from "./form-fields.ts";

/** Who wants to know something and what, in their words and marked as theirs. */
export function elicitationLines(elicitation: Elicitation): readonly Line[] {
  const { from, message, agent } = elicitation;
  const who = agent === "main" ? from : `${from}, called by ${agent}`;
  const verb = elicitation.kind === "url" ? "wants a page to be opened" : "asks";
  const words = indented(textLines(revealSpaces(message), "strong"), 2);
  const page =
    elicitation.kind === "url" ? [line("  ", span(revealSpaces(elicitation.url), "warning"))] : [];
  return [line(span(`${revealSpaces(who)} ${verb}:`, "warning")), ...words, ...page];
}

/** One field: what it is, what may be answered, and what nothing typed would mean. */
export function fieldLines(field: FormField): readonly Line[] {
  const { title, description, choices, limits } = field;
  const facts = [
    ...limits.map(({ text }) => text),
    field.kind === "boolean" ? "y or n" : "",
    field.fallback === undefined ? "" : `nothing typed: ${shown(field.fallback)}`,
    field.isRequired || field.fallback !== undefined ? "" : "may be left empty",
  ].filter((fact) => fact !== "");
  return [
    line(
      span(revealSpaces(title), "strong"),
      span(description === "" ? "" : `  ${revealSpaces(description)}`),
      span(facts.length === 0 ? "" : `  (${facts.join(", ")})`, "dim"),
    ),
    ...choices.map(({ label, value }, index) =>
      line(
        span(`  ${index + 1} `, "accent"),
        revealSpaces(label),
        span(label === value ? "" : `  ${revealSpaces(value)}`, "dim"),
      ),
    ),
  ];
}

function shown(value: unknown): string {
  return revealSpaces(typeof value === "string" ? value : JSON.stringify(value));
}
