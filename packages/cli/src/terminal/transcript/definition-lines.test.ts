import { expect, test } from "vitest";
import { plainText, span } from "../../text/styled-line.ts";
import { definitionLines } from "./definition-lines.ts";

const shown = (width: number, ...pairs: readonly (readonly [string, string])[]): string[] =>
  definitionLines(
    pairs.map(([name, meaning]) => [[span(name)], meaning]),
    width,
  ).map(plainText);

test("meanings stand in a column and go on below themselves", () => {
  expect(shown(24, ["/help", "says what there is to type"], ["/a", "b"])).toEqual([
    "/help  says what there ",
    "       is to type",
    "/a     b",
  ]);
});

test("where names are wide, meanings stand below them", () => {
  expect(shown(20, ["read_file path=x", "reads"])).toEqual(["read_file path=x", "    reads"]);
});
