import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createNameSieve } from "./name-sieve.ts";
import { configurationNames, type NameTable, secretNames } from "./protected-names.ts";

function isMember({ files, folders, endings, isAlso }: NameTable, name: string): boolean {
  const folded = name.toLowerCase();
  const ending = folded.lastIndexOf(".");
  return (
    files.has(folded) ||
    folders.has(folded) ||
    isAlso(folded) ||
    (ending !== -1 && endings.has(folded.slice(ending)))
  );
}

/** Names of the table, written in either case, whole or as an ending, and names made of them. */
function namesLike({ files, folders, endings }: NameTable): fc.Arbitrary<string> {
  const known = [...files, ...folders, ...endings, ".env", ".env.local", "service-account-1.json"];
  const piece = fc.oneof(
    fc.constantFrom(...known, "client_secret_x.json", ".json", "a", "x.ts", ".", " ", "é", "ſ"),
    fc.stringMatching(/^[ -.0-~]{0,6}$/),
  );
  return fc
    .tuple(piece, piece, fc.boolean(), fc.boolean())
    .map(([a, b, isBoth, isUpper]) => (isBoth ? a + b : a)[isUpper ? "toUpperCase" : "toString"]());
}

describe.each([
  ["secrets", secretNames],
  ["configuration", configurationNames],
])("the sieve of names of %s", (_what, table) => {
  const isSurelyNone = createNameSieve(table);

  test("never lets a member pass", () => {
    fc.assert(
      fc.property(namesLike(table), (name) => {
        if (isSurelyNone(`/ws/${name}`, 4)) expect(isMember(table, name)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
    for (const name of [...table.files, ...table.folders, ...table.endings]) {
      expect(isSurelyNone(name, 0)).toBe(false);
      expect(isSurelyNone(name.toUpperCase(), 0)).toBe(false);
    }
  });

  test("lets common names pass, and none that has other spellings", () => {
    for (const name of ["index.ts", "README.md", "Makefile", "a_b-c.test.tsx", "x"]) {
      expect(isSurelyNone(name, 0)).toBe(true);
    }
    for (const name of ["", "é.ts", "a b", "trailing.", "stream:x", "a\u200cb"]) {
      expect(isSurelyNone(name, 0)).toBe(false);
    }
  });
});
