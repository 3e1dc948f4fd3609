import { expect, it } from "vitest";
import { KnownContents } from "./known-contents.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | null): string | null =>
  content === null ? null : new TextDecoder().decode(content);

it("returns added contents, which callers can't change", () => {
  const contents = new KnownContents();
  const added = bytes("one");
  contents.add("v1", added);
  added.fill(0);
  contents.get("v1")?.fill(0);
  expect(text(contents.get("v1"))).toBe("one");
  expect(contents.get("v2")).toBeNull();
});

it("drops the oldest contents when there is too much", () => {
  const contents = new KnownContents({ maxBytes: 10 + 3 * 512 });
  for (const version of ["a", "b", "c"]) contents.add(version, bytes(version.repeat(3)));
  contents.add("a", bytes("aaa"));
  contents.add("d", bytes("dddd"));
  expect(["a", "b", "c", "d"].map((version) => text(contents.get(version)))).toEqual([
    "aaa",
    null,
    "ccc",
    "dddd",
  ]);
});

it("doesn't store a content that is too large", () => {
  const contents = new KnownContents({ maxFileBytes: 3 });
  contents.add("small", bytes("123"));
  contents.add("large", bytes("1234"));
  expect(text(contents.get("small"))).toBe("123");
  expect(contents.get("large")).toBeNull();
});
