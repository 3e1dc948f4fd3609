import { defaultOutputBudget, fitContent } from "./budget.ts";
import { type Display, text } from "./content.ts";
import { fitsAsJson } from "./json-size.ts";

/** Cuts a display to about `maxBytes`; null for an image that is too large. */
export function fitDisplay(display: Display | null, maxBytes: number): Display | null {
  if (display === null || fitsAsJson(display, maxBytes)) return display;
  switch (display.type) {
    case "text":
      return { ...display, text: fitted(display.text, maxBytes) };
    case "diff":
      return { ...display, diff: fitted(display.diff, maxBytes) };
    case "terminal":
      return {
        ...display,
        command: fitted(display.command, maxBytes / 10),
        output: fitted(display.output, maxBytes),
      };
    case "table": {
      const rows = firstOf(display.rows, maxBytes);
      const note = [`[… ${display.rows.length - rows.length} more rows …]`];
      return { ...display, rows: rows.length === display.rows.length ? rows : [...rows, note] };
    }
    case "todos":
      return { ...display, items: firstOf(display.items, maxBytes) };
    case "image":
      return display.data.length <= defaultOutputBudget.maxImageBytes ? display : null;
    default:
      // An unknown type can't be cut.
      return null;
  }
}

function fitted(value: string, maxBytes: number): string {
  const [part] = fitContent([text(value)], { ...defaultOutputBudget, maxBytes }).parts;
  return part?.type === "text" ? part.text : "";
}

function firstOf<Item>(items: readonly Item[], maxBytes: number): readonly Item[] {
  let room = maxBytes;
  const end = items.findIndex((item) => {
    if (!fitsAsJson(item, room)) return true;
    room -= JSON.stringify(item).length;
    return false;
  });
  return end === -1 ? items : items.slice(0, end);
}
