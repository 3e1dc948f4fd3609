import { describe, expect, it } from "vitest";
import { listingPlace, nameIn, placeIn, type View } from "./view.ts";

describe("views of a workspace", () => {
  const project: View = { root: "/work/project", directory: "/state/view" };
  const whole: View = { root: "/", directory: "/state/view" };
  const drive: View = { root: "C:\\", directory: "D:\\view" };

  it.each<readonly [View, string, string]>([
    [project, "/work/project", "/state/view"],
    [project, "/work/project/src/a.ts", "/state/view/src/a.ts"],
    [project, "/work/project-2/a.ts", "/work/project-2/a.ts"],
    [whole, "/etc/passwd", "/state/view/etc/passwd"],
    [drive, "C:\\a.ts", "D:\\view\\a.ts"],
  ])("stand for their roots: %o, %s", (view, name, place) => {
    expect(placeIn([view], name)).toBe(place);
    expect(nameIn([view], place)).toBe(name);
  });

  it("names the root of the file system", () => {
    expect(nameIn([whole], "/state/view")).toBe("/");
  });

  it("lists a directory of an overlay in the root while nothing was written there", () => {
    const overlay: View = { ...project, upper: "/state/upper" };
    const isMissing = (path: string): boolean => path === "/state/upper/src";
    expect(listingPlace([overlay], "/work/project/src", isMissing)).toBe("/work/project/src");
    expect(listingPlace([overlay], "/work/project/lib", isMissing)).toBe("/state/view/lib");
    expect(listingPlace([whole], "/etc", isMissing)).toBe("/state/view/etc");
  });
});
