import type { CommandReach, Label } from "../ports/labels.ts";

const plainLabels: ReadonlySet<string> = new Set([
  "workspace",
  "secret",
  "outside",
  "web",
  "person",
] satisfies Label[]);

/** The labels with a fixed name. */
export const labelNames: readonly string[] = [...plainLabels];

export function isLabel(text: unknown): text is Label {
  return typeof text === "string" && (plainLabels.has(text) || /^mcp:./.test(text));
}

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
