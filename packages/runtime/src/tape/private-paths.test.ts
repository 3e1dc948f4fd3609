import { expect, test } from "vitest";
import { privatePaths } from "./private-paths.ts";

const paths = privatePaths({ roots: ["/home/ann/shop", "/srv/more"], home: "/home/ann" });

test("names the roots and the home folder in every text, field names included", () => {
  const value = {
    "/home/ann/shop/a.ts": ["cd /home/ann/shop && ls /srv/more", "-I/home/ann/shop/include"],
    other: "/home/ann/notes and /home/anna",
    count: 3,
  };
  const hidden = paths.hide(value);
  expect(hidden).toEqual({
    "«root»/a.ts": ["cd «root» && ls «root:2»", "-I«root»/include"],
    other: "«home»/notes and /home/anna",
    count: 3,
  });
  expect(paths.show(hidden)).toEqual(value);
});

test("puts in the folders of another machine", () => {
  const there = privatePaths({ roots: ["/w"], home: "/root" });
  expect(there.show(paths.hide("/home/ann/shop/a /home/ann/b"))).toBe("/w/a /root/b");
  expect(there.show("«root:2»/x")).toBe("/toolwright-tape/root-2/x");
});

test("leaves a text alone that only looks like a name", () => {
  for (const text of [
    "«root»",
    "«literal:root»",
    "«literal:literal:home»",
    "«literal:x»",
    "«root",
  ]) {
    expect(paths.show(paths.hide(text))).toBe(text);
  }
  expect(paths.hide("«root»")).toBe("«literal:root»");
});

test("finds a short root only where it stands alone", () => {
  const short = privatePaths({ roots: ["/w"], home: "/root" });
  expect(short.hide("/w/a src/w/b /root/x a/root")).toBe("«root»/a src/w/b «home»/x a/root");
});
