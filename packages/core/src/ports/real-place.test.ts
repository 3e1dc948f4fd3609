import { expect, test } from "vitest";
import { realPlaceInNamespace } from "./real-place.ts";

const root = "/proc/7/root";
const links: Readonly<Record<string, string>> = {
  [`${root}/w/loop`]: "loop",
  [`${root}/w/there`]: "back",
  [`${root}/w/back`]: "../w/there",
  [`${root}/w/a`]: "/etc/b",
};
const linkAt = (path: string): string | null => links[path] ?? null;

test("follows links as the namespace sees them", () => {
  const real = { path: `${root}/etc/b/c`, inside: "/etc/b/c" };
  expect(realPlaceInNamespace(`${root}/w/a/c`, linkAt)).toEqual(real);
  expect(realPlaceInNamespace("/w/a", linkAt)).toBeNull();
});

test("fails as the system does for links in a circle", () => {
  for (const name of ["loop", "there/x"]) {
    const follow = () => realPlaceInNamespace(`${root}/w/${name}`, linkAt);
    expect(follow).toThrow(expect.objectContaining({ code: "ELOOP" }));
  }
});
