import { expect, test } from "vitest";
import { ModeNews } from "./mode-news.ts";

test("tells a mode again that a compaction may have removed", () => {
  const news = new ModeNews("plan", []);
  expect(news.take("plan")).toBeNull();
  expect(news.take("auto")).toContain("Mode auto:");
  expect(news.take("auto")).toBeNull();
  news.forget();
  expect(news.take("auto")).toContain("Mode auto:");
  expect(news.take("plan")).toContain("Mode plan:");
  news.forget();
  expect(news.take("plan")).toBeNull();
});
