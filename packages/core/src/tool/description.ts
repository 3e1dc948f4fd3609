import type { ToolDescription } from "./tool.ts";

/**
 * Renders a tool's description for the model: summary, details, a list of notes, important points, and
 * examples as JSON. The same description always gives the same text.
 *
 * Shapes: `exampleAs` is the tool's declared name, put before each example's input.
 */
export function renderDescription(
  description: string | ToolDescription,
  options: { readonly exampleAs?: string } = {},
): string {
  if (typeof description === "string") return description.trim();
  const { summary, details = "", notes = [], important = [], examples = [] } = description;
  const name = options.exampleAs === undefined ? "" : `${options.exampleAs} `;
  const sections = [
    summary.trim(),
    details.trim(),
    list("", notes),
    list("Important:", important),
    list(
      examples.length === 1 ? "Example:" : "Examples:",
      examples.map(({ input, note }) => {
        const call = `${name}${JSON.stringify(input)}`;
        return note === undefined ? call : `${call} (${note.trim()})`;
      }),
    ),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

function list(heading: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const lines = items.map((item) => `- ${item.trim()}`);
  return (heading === "" ? lines : [heading, ...lines]).join("\n");
}
