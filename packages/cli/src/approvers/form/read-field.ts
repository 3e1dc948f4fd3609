import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import type { FieldChoice, FormField } from "./form-fields.ts";

/** A typed field: its value, nothing (the field is left out), or the reason why it is invalid. */
export type TypedField =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "nothing" }
  | { readonly kind: "problem"; readonly message: Phrase };

/** Reads a typed answer. An empty answer means the default, or leaves out an optional field. */
export function readField(field: FormField, typed: string): TypedField {
  if (typed.trim() === "") {
    if (field.fallback !== undefined) return { kind: "value", value: field.fallback };
    if (!field.isRequired) return { kind: "nothing" };
    return { kind: "problem", message: phrase("{field} is required.", { field: field.title }) };
  }
  const read = valueOf(field, typed);
  if ("problem" in read) return { kind: "problem", message: read.problem };
  const broken = field.limits.find(({ holds }) => !holds(read.value));
  if (broken === undefined) return { kind: "value", value: read.value };
  return { kind: "problem", message: phrase("It must be {limit}.", { limit: broken.text }) };
}

type Read = { readonly value: unknown } | { readonly problem: Phrase };

function valueOf({ kind, choices }: FormField, typed: string): Read {
  const text = typed.trim();
  switch (kind) {
    case "text":
      return { value: typed };
    case "number":
    case "integer":
      return numberIn(text, kind === "integer");
    case "boolean":
      if (/^(?:y|yes|true)$/i.test(text)) return { value: true };
      if (/^(?:n|no|false)$/i.test(text)) return { value: false };
      return { problem: phrase("Answer y or n.") };
    case "choice":
      return choiceIn(text, choices);
    case "choices":
      return choicesIn(text, choices);
    case "json":
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { problem: phrase("Type it as JSON.") };
      }
  }
}

function numberIn(text: string, isWhole: boolean): Read {
  const value = Number(text);
  if (Number.isFinite(value) && (!isWhole || Number.isInteger(value))) return { value };
  return { problem: isWhole ? phrase("Type a whole number.") : phrase("Type a number.") };
}

/** Finds a choice by its value, its label or its number in the list. */
function choiceIn(text: string, choices: readonly FieldChoice[]): Read {
  const chosen =
    choices.find(({ value }) => value === text) ??
    choices.find(({ label }) => label.toLowerCase() === text.toLowerCase()) ??
    (/^\d+$/.test(text) ? choices[Number(text) - 1] : undefined);
  if (chosen !== undefined) return { value: chosen.value };
  return { problem: phrase("Choose one by number, 1 to {count}.", { count: choices.length }) };
}

function choicesIn(text: string, choices: readonly FieldChoice[]): Read {
  const values: unknown[] = [];
  for (const part of text.split(",")) {
    const read = choiceIn(part.trim(), choices);
    if ("problem" in read) {
      return {
        problem: phrase("Choose by numbers from 1 to {count}, separated by commas.", {
          count: choices.length,
        }),
      };
    }
    if (!values.includes(read.value)) values.push(read.value);
  }
  return { value: values };
}
