import type { Outcome } from "@toolwright/core";

/** Tells the model that the person has run a command. */
export function personCommandNote(command: string, { content, error }: Outcome): string {
  const output = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const end = error === null ? "" : ` It ended with ${error.code}.`;
  return `The user ran a command in the terminal:\n$ ${command}\n\n${end === "" ? "Its output:" : `Its output.${end}`}\n${output}`;
}
