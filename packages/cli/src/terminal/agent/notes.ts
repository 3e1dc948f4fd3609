import type { Mode, Outcome } from "@toolwright/core";

/** Tells the model that the person has run a command. */
export function personCommandNote(command: string, { content, error }: Outcome): string {
  const output = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const end = error === null ? "" : ` It ended with ${error.code}.`;
  return `The user ran a command in the terminal:\n$ ${command}\n\n${end === "" ? "Its output:" : `Its output.${end}`}\n${output}`;
}

/** Tells the model that another mode is in force. */
export function modeNote(mode: Mode): string {
  const meaning = {
    plan: "Only reading is allowed now. Plan, and present the plan before you change anything.",
    default: "Changes and commands may need approval.",
    "accept-edits": "Files may be changed without approval. Commands may need it.",
    auto: "Most calls need no approval.",
  }[mode];
  return `The user has switched to the mode '${mode}'. ${meaning}`;
}
