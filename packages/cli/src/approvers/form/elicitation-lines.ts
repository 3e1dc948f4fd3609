import { phrase } from "../../language/phrase.ts";
import type { Elicitation } from "@toolwright/core";
import { revealHidden, type Language } from "@toolwright/core/internal";
import { indented, type Line, line, span, textLines } from "../../text/styled-line.ts";
import type { FormField } from "./form-fields.ts";

/** The asking server and its request, in its own words and marked as such. */
export function elicitationLines(
  elicitation: Elicitation,
  { say, translate }: Language,
): readonly Line[] {
  const { message, agent } = elicitation;
  const from = translate(elicitation.from);
  const who =
    agent === "main" ? from : phrase("{server}, called by {agent}", { server: from, agent });
  const head =
    elicitation.kind === "url"
      ? phrase("{who} wants you to open a page:", { who })
      : phrase("{who} asks:", { who });
  const words = indented(textLines(revealHidden(message, "command"), "strong"), 2);
  const page =
    elicitation.kind === "url"
      ? [line("  ", span(revealHidden(elicitation.url, "command"), "warning"))]
      : [];
  return [line(span(revealHidden(say(head), "command"), "warning")), ...words, ...page];
}

/** One field: its title, the valid answers, and the meaning of an empty answer. */
export function fieldLines(field: FormField, { say }: Language): readonly Line[] {
  const { title, description, choices, limits } = field;
  const facts = [
    ...limits.map(({ text }) => text),
    field.kind === "boolean" ? phrase("y or n") : null,
    field.fallback === undefined
      ? null
      : phrase("default: {value}", { value: shown(field.fallback) }),
    field.isRequired || field.fallback !== undefined ? null : phrase("optional"),
  ].filter((fact) => fact !== null);
  return [
    line(
      span(revealHidden(title, "command"), "strong"),
      span(description === "" ? "" : `  ${revealHidden(description, "command")}`),
      span(facts.length === 0 ? "" : `  ${say(phrase("({facts})", { facts }))}`, "dim"),
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
