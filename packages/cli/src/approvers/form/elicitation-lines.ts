import type { Elicitation } from "@toolwright/core";
import { revealHidden } from "@toolwright/core/internal";
import { indented, type Line, line, span, textLines } from "../../text/styled-line.ts";
import type { FormField } from "./form-fields.ts";

/** The asking server and its request, in its own words and marked as such. */
export function elicitationLines(elicitation: Elicitation): readonly Line[] {
  const { from, message, agent } = elicitation;
  const who = agent === "main" ? from : `${from}, called by ${agent}`;
  const verb = elicitation.kind === "url" ? "wants you to open a page" : "asks";
  const words = indented(textLines(revealHidden(message, "command"), "strong"), 2);
  const page =
    elicitation.kind === "url"
      ? [line("  ", span(revealHidden(elicitation.url, "command"), "warning"))]
      : [];
  return [line(span(`${revealHidden(who, "command")} ${verb}:`, "warning")), ...words, ...page];
}

/** One field: its title, the valid answers, and the meaning of an empty answer. */
export function fieldLines(field: FormField): readonly Line[] {
  const { title, description, choices, limits } = field;
  const facts = [
    ...limits.map(({ text }) => text),
    field.kind === "boolean" ? "y or n" : "",
    field.fallback === undefined ? "" : `default: ${shown(field.fallback)}`,
    field.isRequired || field.fallback !== undefined ? "" : "optional",
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
        span(label.startsWith(value) ? "" : `  ${revealHidden(value, "command")}`, "dim"),
      ),
    ),
  ];
}

function shown(value: unknown): string {
  return revealHidden(typeof value === "string" ? value : JSON.stringify(value), "command");
}
