import { type Completable, completionAt, pathCandidate, type PathQuery } from "./completion.ts";
import {
  type CompletionMenu,
  ghostOf,
  menuOf,
  select,
  take,
  takeCommon,
  textOf,
} from "./completion-menu.ts";
import {
  findEntry,
  type History,
  historyOf,
  newerEntry,
  olderEntry,
  remember,
  shownEntry,
} from "./history.ts";
import type { KeyPress } from "./key-press.ts";
import {
  editText,
  type EditedText,
  emptyText,
  insertText,
  moveByRow,
  textAt,
} from "./line-editor.ts";

/** Everything the prompt knows. Changed by keys alone, and by paths that were found meanwhile. */
export interface PromptState {
  readonly edited: EditedText;
  readonly history: History;
  readonly menu: CompletionMenu | null;
  /** Wanted for the menu, and not yet looked up. */
  readonly pathQuery: PathQuery | null;
  /** Tab was pressed before the paths were there. */
  readonly isTabWaiting: boolean;
  readonly search: HistorySearch | null;
}

export interface HistorySearch {
  readonly query: string;
  /** Of the entry found; null when there is none. */
  readonly found: number | null;
}

/** Longer pastes are cut: an input of that size belongs into a file. */
export const maxPromptLength = 256 * 1024;

export function promptOf(entries: readonly string[]): PromptState {
  return {
    edited: emptyText,
    history: historyOf(entries),
    menu: null,
    pathQuery: null,
    isTabWaiting: false,
    search: null,
  };
}

/** The prompt after a key; null when the key isn't the prompt's. */
export function pressKey(
  state: PromptState,
  key: KeyPress,
  known: Completable,
): PromptState | null {
  if (state.search !== null) return pressInSearch(state, state.search, key);
  switch (key.name) {
    case "tab":
      return pressTab(state, known);
    case "shift-tab":
      return state.menu === null ? state : withMenu(state, select(state.menu, -1));
    case "escape":
      return pressEscape(state);
    case "up":
    case "down":
      return pressArrow(state, key.name);
    case "ctrl-r":
      return { ...withoutMenu(state), search: { query: "", found: null } };
    case "right":
    case "end":
    case "ctrl-e":
    case "ctrl-f": {
      const ghost = ghostOf(state.menu);
      if (ghost !== "") return edit(state, insertText(state.edited, ghost), known);
    }
  }
  const edited = editText(state.edited, key);
  return edited === null ? null : edit(state, edited, known);
}

/** The prompt after text that came in one piece. */
export function paste(state: PromptState, text: string, known: Completable): PromptState {
  const room = Math.max(0, maxPromptLength - state.edited.text.length);
  return edit({ ...state, search: null }, insertText(state.edited, text.slice(0, room)), known);
}

/** The prompt once the paths of a query are there; unchanged when something else is typed by now. */
export function offerPaths(
  state: PromptState,
  query: PathQuery,
  paths: readonly string[],
  known: Completable,
): PromptState {
  if (state.pathQuery !== query) return state;
  const { start, candidates } = completionAt(state.edited.text, state.edited.cursor, known);
  const menu = menuOf(state.edited, start, [
    ...candidates,
    ...paths.map((path) => pathCandidate(path, query)),
  ]);
  const offered = { ...state, menu, pathQuery: null, isTabWaiting: false };
  return state.isTabWaiting ? pressTab(offered, known) : offered;
}

/** An empty prompt that remembers the line. */
export function afterSending(state: PromptState, line: string): PromptState {
  return { ...promptOf([]), history: remember(state.history, line) };
}

/** The prompt with another text and nothing offered. */
export function withText(state: PromptState, edited: EditedText): PromptState {
  return { ...withoutMenu(state), edited };
}

function edit(state: PromptState, edited: EditedText, known: Completable): PromptState {
  if (edited === state.edited) return state;
  if (edited.text === state.edited.text || edited.text === "") return withText(state, edited);
  const { start, candidates, paths } = completionAt(edited.text, edited.cursor, known);
  const menu = menuOf(edited, start, candidates);
  return { ...state, edited, menu, pathQuery: paths, isTabWaiting: false };
}

function pressTab(state: PromptState, known: Completable): PromptState {
  const { menu } = state;
  if (menu === null) {
    if (state.pathQuery !== null) return { ...state, isTabWaiting: true };
    return askAgain(state, known);
  }
  if (menu.selected !== null) return withMenu(state, select(menu, 1));
  if (state.pathQuery !== null) return { ...state, isTabWaiting: true };
  const [only] = menu.candidates;
  if (menu.candidates.length === 1 && only !== undefined)
    return edit(state, take(menu, only), known);
  const common = takeCommon(menu);
  return common === null ? withMenu(state, select(menu, 1)) : edit(state, common, known);
}

/** Tab where nothing is offered: on an empty line, or after Escape. */
function askAgain(state: PromptState, known: Completable): PromptState {
  const { start, candidates, paths } = completionAt(state.edited.text, state.edited.cursor, known);
  const menu = menuOf(state.edited, start, candidates);
  return { ...state, menu, pathQuery: paths, isTabWaiting: paths !== null };
}

function pressEscape(state: PromptState): PromptState | null {
  if (state.menu === null) return null;
  return withText(state, state.menu.selected === null ? state.edited : state.menu.typed);
}

function pressArrow(state: PromptState, key: "up" | "down"): PromptState {
  const { menu, edited, history } = state;
  const step = key === "up" ? -1 : 1;
  if (menu !== null && menu.selected !== null) return withMenu(state, select(menu, step));
  const moved = moveByRow(edited, step);
  if (moved !== null) return withText(state, moved);
  const entry = key === "up" ? olderEntry(history, edited.text) : newerEntry(history);
  if (entry === null) return state;
  return { ...withText(state, { ...textAt(shownEntry(entry)), cut: edited.cut }), history: entry };
}

function pressInSearch(
  state: PromptState,
  search: HistorySearch,
  key: KeyPress,
): PromptState | null {
  const find = (query: string, before?: number): PromptState => {
    const found = query === "" ? null : findEntry(state.history, query, before);
    return { ...state, search: { query, found } };
  };
  switch (key.name) {
    case "text":
      return find(search.query + key.text);
    case "backspace":
      return find(Array.from(search.query).slice(0, -1).join(""));
    case "ctrl-r": {
      const older = findEntry(state.history, search.query, search.found ?? undefined);
      return older === null ? state : { ...state, search: { ...search, found: older } };
    }
    case "escape":
    case "ctrl-g":
      return { ...state, search: null };
    default: {
      const entry = search.found === null ? undefined : state.history.entries[search.found];
      const edited = entry === undefined ? state.edited : textAt(entry);
      return { ...withText(state, edited), search: null };
    }
  }
}

function withMenu(state: PromptState, menu: CompletionMenu): PromptState {
  return { ...state, menu, edited: textOf(menu) };
}

function withoutMenu(state: PromptState): PromptState {
  return { ...state, menu: null, pathQuery: null, isTabWaiting: false };
}
