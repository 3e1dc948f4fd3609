import { expect, test } from "vitest";
import { bestMatches, type ScoredTool } from "./best-matches.ts";

const byName = (a: string, b: string): number => (a < b ? -1 : 1);
const tool = (name: string, score: number, subject = name, thing = name): ScoredTool => ({
  name,
  score,
  subject,
  thing,
});
const names = (tools: readonly ScoredTool[], limit: number): readonly string[] =>
  bestMatches(tools, limit, byName).map(({ name }) => name);

test("puts another tool before the same one of a further server", () => {
  const tools = [tool("a_send", 10, "send"), tool("b_send", 10, "send"), tool("reply", 9)];
  expect(names(tools, 3)).toEqual(["a_send", "reply", "b_send"]);
});

test("puts another thing before the next tool for one thing, when they fit alike", () => {
  const tools = [
    tool("get_tide", 10, "get_tide", "tide"),
    tool("list_tides", 9.9, "list_tides", "tide"),
    tool("search_waves", 9.8, "search_waves", "wave"),
  ];
  expect(names(tools, 3)).toEqual(["get_tide", "search_waves", "list_tides"]);
});

test("keeps the same one of another server where others fit much less", () => {
  const tools = [tool("a_send", 10, "send"), tool("b_send", 10, "send"), tool("reply", 5)];
  expect(names(tools, 2)).toEqual(["a_send", "b_send"]);
});

test("gives the same first ones whatever the limit, of thousands, too", () => {
  const tools = Array.from({ length: 3_000 }, (_, index) =>
    tool(`tool${index}`, (index * 7_919) % 1_000, `subject${index % 40}`),
  );
  const ten = names(tools, 10);
  expect(new Set(ten.map((name) => Number(name.slice(4)) % 40)).size).toBeGreaterThan(3);
  expect(names(tools, 3)).toEqual(ten.slice(0, 3));
  expect(names(tools, 0)).toEqual([]);
});
