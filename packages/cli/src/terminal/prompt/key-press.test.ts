import type { Key } from "ink";
import { expect, test } from "vitest";
import { keyPresses } from "./key-press.ts";

const none: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

const names = (input: string, key: Partial<Key> = {}): string[] =>
  keyPresses(input, { ...none, ...key }).map(({ name, text }) =>
    name === "text" ? `'${text}'` : name,
  );

test.each<[string, Partial<Key>, string]>([
  ["", { leftArrow: true }, "left"],
  ["", { leftArrow: true, ctrl: true }, "ctrl-left"],
  ["", { leftArrow: true, meta: true }, "alt-left"],
  ["", { tab: true, shift: true }, "shift-tab"],
  ["\r", { return: true }, "return"],
  ["\r", { return: true, meta: true }, "newline"],
  ["a", { ctrl: true }, "ctrl-a"],
  ["b", { meta: true }, "alt-b"],
  ["", { backspace: true, meta: true }, "alt-backspace"],
  ["", { escape: true }, "escape"],
  ["Y", { shift: true }, "'Y'"],
  ["漢", {}, "'漢'"],
])("%j with %j is %s", (input, key, name) => {
  expect(names(input, key)).toEqual([name]);
});

test("keys that come in one piece are taken one by one", () => {
  expect(names("\u0015/exit\r")).toEqual(["ctrl-u", "'/exit'", "return"]);
  expect(names("read\tfile\n")).toEqual(["'read'", "tab", "'file'", "return"]);
});

test("a key that is let go is no key, an 8-bit control neither", () => {
  expect(names("a", { eventType: "release" })).toEqual([]);
  expect(names("a\u009bb")).toEqual(["'a'", "'b'"]);
});
