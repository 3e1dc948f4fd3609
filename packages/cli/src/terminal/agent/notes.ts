import type { Outcome } from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";

/** Tells the model that the person has run a command. */
export function personCommandNote(command: string, { content, error }: Outcome): string {
  const output = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const end = error === null ? "" : ` It ended with ${error.code}.`;
  return `The user ran a command in the terminal:\n$ ${command}\n\n${end === "" ? "Its output:" : `Its output.${end}`}\n${output}`;
}

/** Tells the model that the person has used a program's terminal. The keys themselves are told and kept nowhere. */
export function personTypedNote({ id, title }: Pick<Job, "id" | "title">): string {
  return `The user typed into the terminal of ${id} (${title}). Its output shows what came of it.`;
}
