import type { Phrase } from "@toolwright/core/internal";
import { counted, phrase } from "../../language/phrase.ts";
import type { JsonSchema } from "@toolwright/core";

export interface FieldChoice {
  readonly value: string;
  /** The text for the person; the value if there is no other. */
  readonly label: string;
}

/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices" | "json";
  /** The options of a `choice` or `choices` field. */
  readonly choices: readonly FieldChoice[];
  /** The value of an empty answer; undefined for none. */
  readonly fallback: unknown;
  /** Constraints on the value, a few words each: `at least 3`. */
  readonly limits: readonly FieldLimit[];
}

export interface FieldLimit {
  readonly text: Phrase;
  readonly holds: (value: unknown) => boolean;
}

type Plain = Readonly<Record<string, unknown>>;

/** The fields of a form's schema (an object one level deep), in order. */
export function formFields(schema: JsonSchema): readonly FormField[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(plain(schema["properties"])).map(([name, value]) =>
    formField(name, plain(value), required.includes(name)),
  );
}

function formField(name: string, schema: Plain, isRequired: boolean): FormField {
  const choices = choicesOf(schema);
  return {
    name,
    title: textOr(schema["title"], name),
    description: textOr(schema["description"], ""),
    isRequired,
    kind: kindOf(schema, choices),
    choices,
    fallback: schema["default"],
    limits: limitsOf(schema),
  };
}

function kindOf(schema: Plain, choices: readonly FieldChoice[]): FormField["kind"] {
  if (schema["type"] === "array") return choices.length > 0 ? "choices" : "json";
  if (choices.length > 0) return "choice";
  switch (schema["type"]) {
    case "string":
      return "text";
    case "number":
    case "integer":
    case "boolean":
      return schema["type"];
    default:
      return "json";
  }
}

/** The options of `enum` (with or without `enumNames`) or of `oneOf`/`anyOf` constants; for a list, those of its items. */
function choicesOf(schema: Plain): readonly FieldChoice[] {
  if (schema["type"] === "array") return choicesOf({ ...plain(schema["items"]), type: "string" });
  const values = schema["enum"];
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(schema["enumNames"]) ? schema["enumNames"] : [];
    return values.map((value, index) => ({
      value: String(value),
      label: textOr(names[index], String(value)),
    }));
  }
  const options = schema["oneOf"] ?? schema["anyOf"];
  if (!Array.isArray(options)) return [];
  const choices = options.map(plain).filter((option) => "const" in option);
  if (choices.length !== options.length) return [];
  return choices.map((option) => {
    const value = String(option["const"]);
    return { value, label: textOr(option["title"], value) };
  });
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  "date-time": (text) => text.includes("T") && !Number.isNaN(Date.parse(text)),
};

function limitsOf(schema: Plain): readonly FieldLimit[] {
  const limits: FieldLimit[] = [];
  const add = (key: string, describe: (count: number) => Phrase, holds: Compare): void => {
    const limit = schema[key];
    if (typeof limit !== "number") return;
    limits.push({ text: describe(limit), holds: (value) => holds(sizeOf(value), limit) });
  };
  add("minimum", (count) => phrase("at least {count}", { count }), atLeast);
  add("maximum", (count) => phrase("at most {count}", { count }), atMost);
  add(
    "minLength",
    (count) => counted("at least {count} character", "at least {count} characters", { count }),
    atLeast,
  );
  add(
    "maxLength",
    (count) => counted("at most {count} character", "at most {count} characters", { count }),
    atMost,
  );
  add("minItems", (count) => phrase("at least {count} of them", { count }), atLeast);
  add("maxItems", (count) => phrase("at most {count} of them", { count }), atMost);
  const format = schema["format"];
  const fits = typeof format === "string" ? formats[format] : undefined;
  if (fits !== undefined)
    limits.push({
      text: phrase("a {format}", { format: String(format) }),
      holds: (v) => fits(String(v)),
    });
  return limits;
}

type Compare = (size: number, limit: number) => boolean;
const atLeast: Compare = (size, limit) => size >= limit;
const atMost: Compare = (size, limit) => size <= limit;

function sizeOf(value: unknown): number {
  if (typeof value === "string") return Array.from(value).length;
  return Array.isArray(value) ? value.length : Number(value);
}

function plain(value: unknown): Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Plain)
    : {};
}

function textOr(value: unknown, other: string): string {
  return typeof value === "string" && value !== "" ? value : other;
}
