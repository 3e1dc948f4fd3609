import { expect, test } from "vitest";
import { descriptionWordsOf, nameWordsOf, wordsOf } from "./words.ts";

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

test("takes names apart where capitals begin, and keeps what belongs together", () => {
  expect(wordsOf("parseHTMLPage getS3Object")).toEqual([
    "parse",
    "html",
    "page",
    "get",
    "s3",
    "object",
  ]);
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

test("takes words that only a question means something by as nothing in a description", () => {
  expect(wordsOf("which files")).toEqual(["which", "files"]);
  expect(descriptionWordsOf("Use it when you need all files")).toEqual(["files"]);
});

test("of a name keeps what tells turning on from turning off", () => {
  expect(nameWordsOf("TurnOnTheLight")).toEqual(["turn", "on", "light"]);
});

test("what is written with capitals within is one word of a description, too", () => {
  const words = descriptionWordsOf("Runs PromQL on a GitHub repository, XML and all");
  expect(words).toEqual(expect.arrayContaining(["promql", "prom", "github", "git", "xml"]));
});
