import type { Elicitation, ElicitationAnswer } from "@toolwright/core";
import { type FormField, formFields } from "../../approvers/form/form-fields.ts";
import { readField } from "../../approvers/form/read-field.ts";
import type { KeyPress } from "../prompt/key-press.ts";
import { editText, type EditedText, emptyText, insertText } from "../prompt/line-editor.ts";

/** What somebody else wants to know, as the person fills it in: one field after the other. */
export interface FormState {
  readonly kind: "form";
  readonly elicitation: Elicitation;
  /** Empty for a page to be opened. */
  readonly fields: readonly FormField[];
  /** The field that is typed in; before the first, keys say whether it is answered at all. */
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly edited: EditedText;
  /** Why what was typed can't be taken. */
  readonly problem: string | null;
}

/** What a key does to a form. */
export type FormStep =
  | { readonly type: "stay"; readonly state: FormState }
  | { readonly type: "answer"; readonly answer: ElicitationAnswer };

export function formState(elicitation: Elicitation): FormState {
  const fields = elicitation.kind === "form" ? formFields(elicitation.schema) : [];
  return {
    kind: "form",
    elicitation,
    fields,
    at: -1,
    values: {},
    edited: emptyText,
    problem: null,
  };
}

/** Null when the key means nothing here. */
export function pressFormKey(state: FormState, key: KeyPress): FormStep | null {
  return state.at < 0 ? pressConsentKey(state, key) : pressFieldKey(state, key);
}

/** Text that came in one piece: taken where something is typed, never as an answer. */
export function pasteIntoForm(state: FormState, text: string): FormState {
  return state.at < 0 ? state : { ...state, edited: insertText(state.edited, text), problem: null };
}

function pressConsentKey(state: FormState, key: KeyPress): FormStep | null {
  switch (key.name === "text" ? key.text.toLowerCase() : key.name) {
    case "y":
      return goTo(state, 0);
    case "n":
      return { type: "answer", answer: { action: "decline" } };
    case "c":
    case "escape":
      return { type: "answer", answer: { action: "cancel" } };
    default:
      return null;
  }
}

function pressFieldKey(state: FormState, key: KeyPress): FormStep | null {
  if (key.name === "escape") return stay({ ...state, at: -1, edited: emptyText, problem: null });
  if (key.name === "return") return takeField(state);
  const edited = editText(state.edited, key);
  return edited === null ? null : stay({ ...state, edited, problem: null });
}

function takeField(state: FormState): FormStep {
  const field = state.fields[state.at];
  if (field === undefined) return goTo(state, state.fields.length);
  const typed = readField(field, state.edited.text);
  if (typed.kind === "problem") return stay({ ...state, problem: typed.message });
  const { [field.name]: _former, ...others } = state.values;
  const values = typed.kind === "value" ? { ...others, [field.name]: typed.value } : others;
  return goTo({ ...state, values }, state.at + 1);
}

function goTo(state: FormState, at: number): FormStep {
  if (at < state.fields.length) return stay({ ...state, at, edited: emptyText, problem: null });
  const { elicitation, values } = state;
  return {
    type: "answer",
    answer: { action: "accept", ...(elicitation.kind === "form" && { content: values }) },
  };
}

function stay(state: FormState): FormStep {
  return { type: "stay", state };
}
