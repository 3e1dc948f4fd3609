import type { Elicitation } from "@toolwright/core";
import { revealHidden } from "@toolwright/core/internal";
import { indented, type Line, line, span, textLines } from "../../text/styled-line.ts";
import type { FormField } from "./form-fields.ts";

/** Who wants to know something and what, in their words and marked as theirs. */
export function elicitationLines(elicitation: Elicitation): readonly Line[] {
  const { from, message, agent } = elicitation;
  const who = agent === "main" ? from : `${from}, called by ${agent}`;
  const verb = elicitation.kind === "url" ? "wants a page to be opened" : "asks";
  const words = indented(textLines(revealHidden(message, "command"), "strong"), 2);
  const page =
    elicitation.kind === "url"
      ? [line("  ", span(revealHidden(elicitation.url, "command"), "warning"))]
      : [];
  return [line(span(`${revealHidden(who, "command")} ${verb}:`, "warning")), ...words, ...page];
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
      span(revealHidden(title, "command"), "strong"),
      span(description === "" ? "" : `  ${revealHidden(description, "command")}`),
      span(facts.length === 0 ? "" : `  (${facts.join(", ")})`, "dim"),
    ),
    ...choices.map(({ label, value }, index) =>
      line(
        span(`  ${index + 1} `, "accent"),
        revealHidden(label, "command"),
        span(label === value ? "" : `  ${revealHidden(value, "command")}`, "dim"),
      ),
    ),
  ];
}

function shown(value: unknown): string {
  return revealHidden(typeof value === "string" ? value : JSON.stringify(value), "command");
}
