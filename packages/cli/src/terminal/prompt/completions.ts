import type {
  AutocompleteItem,
  AutocompleteProvider,
  AutocompleteSuggestions,
} from "@earendil-works/pi-tui";
import type { Session } from "@toolwright/core";
import { span } from "../../text/styled-line.ts";
import { type Candidate, type Completable, completionAt, pathCandidate } from "./completion.ts";
import { createPathFinder, type PathFinder } from "./workspace-paths.ts";

interface OfferedItem extends AutocompleteItem {
  readonly candidate: Candidate;
}

/** Offers tools, commands, arguments, values and paths of the workspace to the editor. */
export class Completions implements AutocompleteProvider {
  readonly #known: () => Completable;
  readonly #paths: PathFinder;

  constructor(known: () => Completable, workspace: Session["workspace"]) {
    this.#known = known;
    this.#paths = createPathFinder(workspace);
  }

  close(): void {
    this.#paths.close();
  }

  async getSuggestions(
    lines: string[],
    cursorLine: number,
    cursorColumn: number,
    { signal, force = false }: { signal: AbortSignal; force?: boolean },
  ): Promise<AutocompleteSuggestions | null> {
    const text = lines.join("\n");
    const cursor = offsetOf(lines, cursorLine, cursorColumn);
    const { start, candidates, paths } = completionAt(text, cursor, this.#known());
    const found = paths === null ? [] : await this.#paths.find(paths.value, signal);
    const all = [
      ...candidates,
      ...(paths === null ? [] : found.map((path) => pathCandidate(path, paths))),
    ];
    const prefix = text.slice(start, cursor);
    // A complete word isn't offered, so that Enter sends the line.
    if (all.length === 0 || all.some((candidate) => candidate.text === prefix)) return null;
    const going = all.filter((candidate) => candidate.text.startsWith(prefix));
    // Tab takes the only candidate with this prefix, even if others contain the letters.
    const offered = force && prefix !== "" && going.length === 1 ? going : all;
    return { items: offered.map(itemOf), prefix: markOf(prefix) };
  }

  applyCompletion(
    lines: string[],
    cursorLine: number,
    cursorColumn: number,
    item: AutocompleteItem,
    prefix: string,
  ): { lines: string[]; cursorLine: number; cursorCol: number } {
    const text = lines.join("\n");
    const cursor = offsetOf(lines, cursorLine, cursorColumn);
    const { candidate } = item as OfferedItem;
    const isDone = !candidate.isOpen && cursor === text.length;
    const before =
      text.slice(0, cursor - prefix.length + markOf("").length) +
      candidate.text +
      (isDone ? " " : "");
    const rows = before.split("\n");
    return {
      lines: (before + text.slice(cursor)).split("\n"),
      cursorLine: rows.length - 1,
      cursorCol: rows.at(-1)?.length ?? 0,
    };
  }
}

/**
 * Puts a blank before the prefix. Otherwise the library sends the line as soon as an item with a slash
 * is chosen; now the first Enter takes the item, and the second one sends.
 */
function markOf(prefix: string): string {
  return ` ${prefix}`;
}

function itemOf(candidate: Candidate): OfferedItem {
  const { text, label, detail } = candidate;
  return {
    value: text,
    label: span(label).text,
    description: span(detail).text,
    candidate,
  };
}

function offsetOf(lines: readonly string[], line: number, column: number): number {
  return lines.slice(0, line).reduce((sum, row) => sum + row.length + 1, 0) + column;
}
