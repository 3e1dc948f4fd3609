import { expect, test } from "vitest";
import { promptOf } from "../prompt/prompt-state.ts";
import { lookOf } from "../text/look.ts";
import { lineWidth, plainText } from "../text/styled-line.ts";
import { menuLines } from "./menu-lines.ts";
import type { ScreenState } from "./screen-state.ts";
import { statusLine } from "./status-line.ts";

const look = lookOf({});
const candidates = Array.from({ length: 12 }, (_, index) => ({
  text: `tool_${index}`,
  label: `tool_${index}`,
  detail: "does much and more",
  isOpen: false,
}));
const menu = { typed: { text: "t", cursor: 1, cut: "" }, start: 0, candidates, selected: null };

test("a menu shows what fits and how many there are", () => {
  expect(menuLines(menu, { look, width: 30, maxRows: 4 }).map(plainText)).toEqual([
    "  tool_0  does much and more",
    "  tool_1  does much and more",
    "  tool_2  does much and more",
    "  1 to 3 of 12",
  ]);
});

test("the chosen one is always there, marked without colours too", () => {
  const rows = menuLines({ ...menu, selected: 7 }, { look, width: 30, maxRows: 4 }).map(plainText);
  expect(rows).toEqual([
    "  tool_5  does much and more",
    "  tool_6  does much and more",
    "› tool_7  does much and more",
    "  6 to 8 of 12",
  ]);
});

test("what a tool's author wrote can't break the menu", () => {
  const evil = [{ text: "x", label: "x\u001b[2J", detail: "a\nb\u202e".repeat(20), isOpen: false }];
  const [row = []] = menuLines({ ...menu, candidates: evil }, { look, width: 40, maxRows: 4 });
  expect(plainText(row)).toMatch(/^ {2}x\\u\{1b\}\[2J {2}a\\nb/);
  expect(lineWidth(row)).toBeLessThanOrEqual(40);
});

const state: ScreenState = {
  entryIds: [],
  prompt: promptOf([]),
  calls: [],
  questions: [],
  isTyping: false,
  notice: null,
  mode: "default",
  isOver: false,
};

test.each([
  [80, "  project · default mode · 1 tool · Tab completes · /help · /exit"],
  [40, "  project · default mode · 1 tool"],
  [20, "  project · default…"],
])("in %i columns the status says %j", (width, shown) => {
  expect(
    plainText(statusLine(state, { workspaceName: "project", toolCount: 1 }, { look, width })),
  ).toBe(shown);
});
