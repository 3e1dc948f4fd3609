import { expect, test } from "vitest";
import type { FileAnalysis } from "./analysis.ts";
import { rankSymbols } from "./rank-symbols.ts";
import { packedLength, packSymbol, type SymbolPlace } from "./symbol.ts";
import { hashWord, wordsOf } from "./words.ts";

const place: SymbolPlace = {
  kind: "function",
  depth: 0,
  start: 0,
  end: 0,
  startLine: 1,
  endLine: 1,
  leadStart: 0,
  nameStart: 0,
  nameEnd: 0,
  ownerStart: 0,
  ownerEnd: 0,
  signatureStart: 0,
  signatureEnd: 0,
  nameHash: 0,
  weight: 100,
};

/** A file with these symbols (indented ones are inside), whose text has these words. */
function file(symbols: readonly string[], words = ""): FileAnalysis {
  const packed = symbols.flatMap((given) => {
    const name = given.trim();
    return packSymbol({ ...place, depth: given.length - name.length, nameHash: hashWord(name) });
  });
  const all = [...symbols.map((name) => name.trim()), words].join(" ");
  return { symbols: Uint32Array.from(packed), words: wordsOf(all, "//") };
}

const chosen = (files: readonly FileAnalysis[], limit: number): readonly string[] =>
  rankSymbols(files, limit).map((each) => `${each.file}:${each.at / packedLength}`);

test("symbols that more other files mention come first, and are shown in the order of files", () => {
  const files = [
    file(["rarelyUsed", "oftenUsed"]),
    file(["neverUsed"], "oftenUsed"),
    file(["onceUsed"], "oftenUsed rarelyUsed"),
    file([], "oftenUsed onceUsed rarelyUsed"),
  ];
  expect(chosen(files, 1)).toEqual(["0:1"]);
  expect(chosen(files, 3)).toEqual(["0:0", "0:1", "2:0"]);
});

test("a name that several files define counts for each of them in part", () => {
  const files = [file(["shared"]), file(["shared"]), file(["single"]), file([], "shared single")];
  expect(chosen(files, 1)).toEqual(["2:0"]);
});

test("mentions in its own file don't count", () => {
  const files = [file(["alone"], "alone alone"), file(["mentioned"]), file([], "mentioned")];
  expect(chosen(files, 1)).toEqual(["1:0"]);
});

test("a symbol inside another comes with it, and after it", () => {
  const files = [
    file(["Outer", " inner", " other"]),
    file(["lesser"]),
    ...Array.from({ length: 9 }, () => file([], "Outer inner")),
    file([], "lesser"),
  ];
  expect(chosen(files, 2)).toEqual(["0:0", "0:1"]);
});

test("everything is shown when there is room", () => {
  expect(chosen([file(["one", " two"]), file(["three"])], 9)).toEqual(["0:0", "0:1", "1:0"]);
  expect(chosen([], 9)).toEqual([]);
});
