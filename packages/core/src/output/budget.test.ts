import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultOutputBudget, estimateTokens, fitContent } from "./budget.ts";
import type { StoredOutput } from "../ports/output-store.ts";
import { type ContentPart, text } from "./content.ts";
import { utf8Length } from "./utf8.ts";

const budgetOf = (maxBytes: number) => ({ ...defaultOutputBudget, maxBytes });
const textsOf = (parts: readonly ContentPart[]): string[] =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

describe("fitContent", () => {
  test("returns the very parts when they fit", () => {
    const parts = [text(lines(1, 10))];
    expect(fitContent(parts)).toEqual({ parts, cut: null, whole: null });
    expect(fitContent([])).toEqual({ parts: [], cut: null, whole: null });
  });

  test("keeps beginning and end between lines and says how much is missing and what to do", () => {
    const all = lines(1, 1000);
    const { parts, cut, whole } = fitContent([text(all)], budgetOf(500));
    const shown = textsOf(parts).join("");
    expect(shown.startsWith("line 1\nline 2\n")).toBe(true);
    expect(shown.endsWith("line 999\nline 1000\n")).toBe(true);
    const note = shown.split("\n").find((line) => line.startsWith("[…"));
    expect(note).toMatch(/^\[… \d+ of 1000 lines left out here \(\d+ of 8893 bytes\)\. Narrow /);
    expect(shown.split("\n").filter((line) => !/^(?:line \d+)?$/.test(line))).toEqual([note]);
    expect(cut?.totalBytes).toBe(8893);
    expect(cut?.omittedLines).toBe(1000 - (shown.match(/^line/gm)?.length ?? 0));
    expect(whole).toBe(all);
  });

  test("names the handle under which the whole was kept", () => {
    const whole = { handle: "output:7f3a9c21", keptBytes: 8_893, totalBytes: 8_893 };
    const shown = (kept: StoredOutput): string =>
      textsOf(fitContent([text(lines(1, 1000))], budgetOf(500), kept).parts).join("");
    expect(shown(whole)).toMatch(
      / The whole is stored: use the path "output:7f3a9c21" to read it from line (\d+) on, or to /,
    );
    const fromLine = Number(/from line (\d+) on/.exec(shown(whole))?.[1]);
    expect(shown(whole)).toContain(`\nline ${fromLine - 1}\n[…`);
    expect(shown({ ...whole, keptBytes: 5_000 })).toContain("The first 5000 bytes are stored: use");
    expect(shown({ handle: null, reason: "the disk is full." })).toContain(
      "The rest could not be stored: the disk is full.]",
    );
  });

  test("cuts a single endless line too, and never inside a character", () => {
    const { parts, cut } = fitContent([text("😀".repeat(1000))], budgetOf(400));
    const shown = textsOf(parts).join("");
    expect(shown.replaceAll("😀", "").trim()).toMatch(/^\[… .*\]$/);
    expect(cut?.shownBytes).toBeGreaterThan(200);
  });

  test("cuts across parts, keeps what isn't text and drops what falls into the gap", () => {
    const image: ContentPart = { type: "image", data: "AAAA", mimeType: "image/png" };
    const parts = [text(lines(1, 50)), image, text(lines(51, 900)), text(lines(901, 910))];
    const fitted = fitContent(parts, budgetOf(600));
    expect(fitted.parts).toContainEqual(image);
    expect(textsOf(fitted.parts)[0]).toMatch(/^line 1\n/);
    expect(textsOf(fitted.parts).at(-1)).toMatch(/line 910\n$/);
    expect(
      textsOf(fitted.parts)
        .join("\n")
        .match(/left out here/g),
    ).toHaveLength(1);
  });

  test("counts and cuts the text of resources", () => {
    const part: ContentPart = { type: "resource", uri: "file:a", text: lines(1, 500) };
    const { parts } = fitContent([part], budgetOf(400));
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ type: "resource", uri: "file:a" });
    expect((parts[0] as { text: string }).text).toContain("left out here");
  });

  test("replaces an image that is over by a text that says so, and keeps those that fit", () => {
    const image = (size: number): ContentPart => ({
      type: "image",
      data: "A".repeat(size),
      mimeType: "image/png",
    });
    const { parts, cut } = fitContent([image(10), image(2000), image(20)], {
      maxBytes: 1000,
      maxImageBytes: 100,
    });
    expect(parts.map(({ type }) => type)).toEqual(["image", "text", "image"]);
    expect(textsOf(parts)[0]).toContain("(image/png, 2000 bytes as base64) was left out");
    expect(cut).toBeNull();
  });

  test("never exceeds the budget, whatever the parts, and cuts only what is over it", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }).map(text),
      fc.array(fc.string({ maxLength: 20 }), { maxLength: 60 }).map((all) => text(all.join("\n"))),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 5 }),
        fc.integer({ min: 0, max: 700 }),
        (parts, max) => {
          const total = textsOf(parts).reduce((sum, one) => sum + utf8Length(one), 0);
          const fitted = fitContent(parts, budgetOf(max));
          const bytes = textsOf(fitted.parts).reduce((sum, one) => sum + utf8Length(one), 0);
          expect(bytes).toBeLessThanOrEqual(max);
          expect(fitted.cut === null).toBe(total <= max);
          expect(fitted.whole).toBe(total <= max ? null : textsOf(parts).join("\n"));
        },
      ),
    );
  });

  test("fits 17 MB without going over it again and again", () => {
    const huge = "0123456789abcdef\n".repeat(1_000_000);
    expect(fitContent([text(huge)]).cut?.totalLines).toBe(1_000_000);
  });
});

test("estimateTokens takes four bytes for a token", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("12345")).toBe(2);
  expect(estimateTokens("€€€€")).toBe(3);
});
