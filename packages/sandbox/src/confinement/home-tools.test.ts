import { describe, expect, it } from "vitest";
import { homeToolPaths } from "./home-tools.ts";

describe("the visible tools of a hidden home directory", () => {
  it.each([
    ["/home/me/.nvm/versions/node/v24/bin", ["/home/me/.nvm"]],
    [
      "/home/me/.cargo/bin/",
      ["/home/me/.cargo/bin", "/home/me/.rustup", "/home/me/.cargo/registry"],
    ],
    ["/home/me/bin:/usr/bin:/home/me/bin", ["/home/me/bin"]],
    ["/home/me:/home/me/:/home/me/x/..:/home/menace/bin:/usr/bin:bin::", []],
  ])("on the PATH %s is what its programs need, and nothing wider", (PATH, paths) => {
    expect(homeToolPaths({ PATH }, "/home/me")).toEqual(paths);
  });
});
