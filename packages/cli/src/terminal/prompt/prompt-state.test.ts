import { expect, test } from "vitest";
import { ghostOf } from "./completion-menu.ts";
import {
  afterSending,
  offerPaths,
  paste,
  pressKey,
  promptOf,
  type PromptState,
  maxPromptLength,
} from "./prompt-state.ts";
import { fieldsOf, type ToolSignature } from "../../input/tool-signature.ts";

function tool(name: string, properties: object, required: readonly string[]): ToolSignature {
  const schema = { type: "object", properties, required };
  return { name, title: name, summary: "", kind: "other", schema, fields: fieldsOf(schema) };
}

const known = {
  tools: [
    tool("read_file", { path: { type: "string" }, limit: { type: "integer" } }, ["path"]),
    tool("read_many", { paths: { type: "array", items: { type: "string" } } }, ["paths"]),
    tool("find", { kind: { enum: ["file", "folder"] } }, ["kind"]),
  ],
  commands: [{ name: "help", summary: "", argument: "none" }],
  modes: [],
} as const;

/** Keys by name; what is in quotes is typed. */
function press(state: PromptState, ...keys: readonly string[]): PromptState {
  return keys.reduce((current, key) => {
    const typed = /^'(.*)'$/s.exec(key)?.[1];
    const press = typed === undefined ? { name: key, text: "" } : { name: "text", text: typed };
    return pressKey(current, press, known) ?? current;
  }, state);
}

const empty = promptOf(["first", "second"]);
const text = ({ edited }: PromptState): string => edited.text;
const offered = ({ menu }: PromptState): readonly string[] =>
  menu?.candidates.map(({ label }) => label) ?? [];

test("typing offers what begins so, and the first of it in grey", () => {
  const state = press(empty, "'re'");
  expect(offered(state)).toEqual(["read_file", "read_many"]);
  expect(ghostOf(state.menu)).toBe("ad_file");
});

test("Tab goes as far as all agree, then from one to the next and round", () => {
  let state = press(empty, "'re'", "tab");
  expect(text(state)).toBe("read_");
  const seen = ["tab", "tab", "tab", "shift-tab"].map((key) => {
    state = press(state, key);
    return text(state);
  });
  expect(seen).toEqual(["read_file", "read_many", "read_file", "read_many"]);
  expect(text(press(state, "escape"))).toBe("read_");
});

test("the only candidate is taken with a blank behind it", () => {
  expect(text(press(empty, "'fin'", "tab"))).toBe("find ");
  expect(text(press(empty, "'find ki'", "tab"))).toBe("find kind=");
});

test("Tab takes what alone begins as typed, whatever else resembles it", () => {
  expect(offered(press(empty, "'read_f'"))).toEqual(["read_file"]);
  const state = press(empty, "'rd'", "tab");
  expect(text(state)).toBe("read_file");
  const alike = { ...known, tools: [...known.tools, tool("find_all_files", {}, [])] };
  const typed = pressKey(empty, { name: "text", text: "find_a" }, alike) as PromptState;
  expect(text(pressKey(typed, { name: "tab", text: "" }, alike) as PromptState)).toBe(
    "find_all_files ",
  );
});

test("going on typing keeps the chosen candidate", () => {
  expect(text(press(empty, "'read_'", "tab", "' '"))).toBe("read_file ");
});

test("Tab on an empty line offers every tool", () => {
  expect(offered(press(empty, "tab"))).toEqual(["read_file", "read_many", "find"]);
});

test("the right key takes what is shown in grey, and moves where nothing is", () => {
  expect(text(press(empty, "'read_f'", "right"))).toBe("read_file");
  const state = press(empty, "'zzz'", "left", "right");
  expect(state.edited.cursor).toBe(3);
});

test("an empty prompt offers nothing by itself", () => {
  expect(press(empty, "'a'", "backspace").menu).toBeNull();
});

test("paths join the menu when they are found", () => {
  const state = press(empty, "'read_file path=R'");
  const query = state.pathQuery as NonNullable<typeof state.pathQuery>;
  const found = offerPaths(state, query, ["README.md", "RULES/"], known);
  expect(offered(found)).toEqual(["README.md", "RULES/"]);
  expect(text(press(found, "tab"))).toBe("read_file path=README.md");
});

test("paths for what isn't typed any more are dropped", () => {
  const state = press(empty, "'read_file path=R'");
  const later = press(state, "'E'");
  expect(
    offerPaths(later, state.pathQuery as NonNullable<typeof state.pathQuery>, ["R"], known),
  ).toBe(later);
});

test("Tab before the paths are there waits for them", () => {
  const state = press(empty, "'read_file path=R'", "tab");
  const query = state.pathQuery as NonNullable<typeof state.pathQuery>;
  expect(text(state)).toBe("read_file path=R");
  expect(text(offerPaths(state, query, ["README.md"], known))).toBe("read_file path=README.md ");
});

test("a folder is taken without a blank, and what lies in it is asked for", () => {
  const state = press(empty, "'read_file path=s'", "tab");
  const query = state.pathQuery as NonNullable<typeof state.pathQuery>;
  const inside = offerPaths(state, query, ["src/"], known);
  expect(text(inside)).toBe("read_file path=src/");
  expect(inside.pathQuery).toEqual({ value: "src/", before: "path=" });
});

test("arrows walk through the history and come back to the line that was begun", () => {
  const state = press(empty, "'beg'");
  const seen = [["up"], ["up", "up"], ["up", "up", "up"], ["up", "down"]].map((keys) =>
    text(press(state, ...keys)),
  );
  expect(seen).toEqual(["second", "first", "first", "beg"]);
  expect(press(state, "up").menu).toBeNull();
});

test("in a text of several rows arrows move between them first", () => {
  const state = press(empty, "'ab'", "newline", "'cd'", "up");
  expect(state.edited).toMatchObject({ text: "ab\ncd", cursor: 2 });
  expect(text(press(state, "up"))).toBe("second");
});

test("Ctrl-R finds what was typed before, Enter takes it, Escape leaves the line alone", () => {
  const state = press(promptOf(["read_file a", "find", "read_file b"]), "'x'", "ctrl-r", "'read'");
  expect(state.search).toEqual({ query: "read", found: 2 });
  expect(text(press(state, "return"))).toBe("read_file b");
  expect(text(press(state, "ctrl-r", "right"))).toBe("read_file a");
  expect(text(press(state, "escape"))).toBe("x");
  expect(press(state, "'zzz'").search?.found).toBeNull();
});

test("a sent line is the newest of the history", () => {
  const state = afterSending(press(empty, "'third'"), "third");
  expect(text(state)).toBe("");
  expect(text(press(state, "up"))).toBe("third");
});

test("a paste of many lines is text, one without end is cut", () => {
  expect(text(paste(empty, "a\r\nb", known))).toBe("a\nb");
  expect(text(paste(empty, "x".repeat(maxPromptLength + 1), known))).toHaveLength(maxPromptLength);
});

test("keys that aren't the prompt's are left to others", () => {
  for (const name of ["return", "ctrl-c", "ctrl-l", "page-up"]) {
    expect(pressKey(empty, { name, text: "" }, known)).toBeNull();
  }
  expect(pressKey(empty, { name: "escape", text: "" }, known)).toBeNull();
});
