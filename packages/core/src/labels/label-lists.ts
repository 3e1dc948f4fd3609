import type { CommandReach, Label } from "../ports/labels.ts";

// Lists that every call needs are made once.
const lists = {
  workspace: [["workspace"], ["workspace", "secret"]],
  outside: [["outside"], ["outside", "secret"]],
} as const;

/** The labels of a file's text. */
export function labelsOf(place: keyof typeof lists, isSecret: boolean): readonly Label[] {
  return lists[place][isSecret ? 1 : 0];
}

/** The labels of text from a command whose effects aren't known. */
export const labelsOfCommand: Readonly<Record<CommandReach, readonly Label[]>> = {
  confined: ["workspace"],
  secrets: ["workspace", "secret"],
  open: ["workspace", "outside", "web"],
};
