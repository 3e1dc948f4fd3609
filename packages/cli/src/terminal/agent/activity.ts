import type { EndedCall } from "../transcript/call-view.ts";
import type { AgentRow, ChildView } from "./agent-view.ts";

/** Items that are kept to be opened. */
const keptItems = 500;

/** Something that can be opened: a call, a sub-agent's call, or what the model thought. */
export type ActivityItem =
  | { readonly type: "call"; readonly call: EndedCall; readonly depth: number }
  | { readonly type: "child"; readonly child: ChildView; readonly depth: number }
  | { readonly type: "reasoning"; readonly text: string; readonly durationMs: number };

/** The latest calls and reasoning, oldest first. */
export class Activity {
  #items: readonly ActivityItem[] = [];

  get items(): readonly ActivityItem[] {
    return this.#items;
  }

  add(row: AgentRow): void {
    const items = itemsOf(row);
    if (items.length > 0) this.#items = [...this.#items, ...items].slice(-keptItems);
  }
}

function itemsOf(row: AgentRow): readonly ActivityItem[] {
  switch (row.type) {
    case "reasoning":
      return [row];
    case "call":
      return [
        ...callItems(row.call, 0),
        ...row.children.flatMap((child): readonly ActivityItem[] => [
          { type: "child", child, depth: 1 },
          ...child.ended.flatMap((call) => callItems(call, 2)),
        ]),
      ];
    default:
      return [];
  }
}

/** A call, and below it those that it made. */
function callItems(call: EndedCall, depth: number): readonly ActivityItem[] {
  return [
    { type: "call", call, depth },
    ...call.inner.flatMap((inner) => callItems(inner, depth + 1)),
  ];
}
