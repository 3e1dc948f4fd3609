import { expect, test } from "vitest";
import { wordsOf } from "./words.ts";

test.each([
  ["readFile"],
  ["read_file"],
  ["read-file"],
  ["Read file"],
  ["READ_FILE"],
  ["  read\tthe file, please!"],
])("finds the same words in %j", (text) => {
  expect(wordsOf(text)).toEqual(["read", "file"]);
});

test("splits names where capitals begin, and keeps proper names whole", () => {
  expect(wordsOf("parseHTMLPage getS3Object")).toEqual([
    "parse",
    "html",
    "page",
    "get",
    "s3",
    "object",
  ]);
  expect(wordsOf("Runs PromQL on GitHub")).toEqual(["runs", "promql", "github"]);
});

test("reads accents and full-width letters as the plain ones", () => {
  expect(wordsOf("Café ﬁle Ｒｅａｄ")).toEqual(["cafe", "file", "read"]);
});

test("keeps words that say nothing when there are no others", () => {
  expect(wordsOf("how is it")).toEqual(["how", "is", "it"]);
});

test("drops what is longer than any word", () => {
  expect(wordsOf(`hash ${"a".repeat(200)}`)).toEqual(["hash"]);
});
