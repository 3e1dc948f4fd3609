import { homedir, userInfo } from "node:os";
import { expect, it, vi } from "vitest";
import { configDirectory, homeDirectory, memoryDirectory, stateDirectory } from "./directories.ts";
import { createEnvironment } from "./environment.ts";

it.each([
  ["linux", { HOME: "/h" }, "/h/.local/state/toolwright", "/h/.config/toolwright"],
  [
    "linux",
    { HOME: "/h", XDG_STATE_HOME: "/s", XDG_CONFIG_HOME: "/c" },
    "/s/toolwright",
    "/c/toolwright",
  ],
  [
    "linux",
    { HOME: "/h", XDG_STATE_HOME: "s", XDG_CONFIG_HOME: "" },
    "/h/.local/state/toolwright",
    "/h/.config/toolwright",
  ],
  [
    "linux",
    { HOME: "/h", XDG_STATE_HOME: "/proc/state", XDG_CONFIG_HOME: "/../sys/c" },
    "/h/.local/state/toolwright",
    "/h/.config/toolwright",
  ],
  ["linux", {}, `${homedir()}/.local/state/toolwright`, `${homedir()}/.config/toolwright`],
  ["darwin", { HOME: "/h" }, "/h/Library/Application Support/toolwright", "/h/.config/toolwright"],
  ["darwin", { HOME: "/h", XDG_STATE_HOME: "/s" }, "/s/toolwright", "/h/.config/toolwright"],
  [
    "win32",
    { USERPROFILE: "C:\\h" },
    "C:\\h\\AppData\\Local\\toolwright",
    "C:\\h\\AppData\\Roaming\\toolwright",
  ],
  [
    "win32",
    { USERPROFILE: "C:\\h", LOCALAPPDATA: "D:\\l", APPDATA: "D:\\r" },
    "D:\\l\\toolwright",
    "D:\\r\\toolwright",
  ],
] as const)(
  "finds the state and settings directories on %s with %j",
  (platform, variables, state, config) => {
    const environment = createEnvironment(variables);
    expect(stateDirectory(environment, platform)).toBe(state);
    expect(configDirectory(environment, platform)).toBe(config);
  },
);

it.each(["", "here", "./"])("HOME=%j is ignored in favour of the account's", (home) => {
  vi.stubEnv("HOME", home);
  expect(homeDirectory(createEnvironment(), "linux")).toBe(userInfo().homedir);
});

it.each([
  ["linux", { HOME: "/h" }, "/h/.local/share/toolwright-memory"],
  ["darwin", { HOME: "/h", XDG_DATA_HOME: "/d" }, "/d/toolwright-memory"],
  ["linux", { HOME: "/h", XDG_DATA_HOME: "d" }, "/h/.local/share/toolwright-memory"],
  ["win32", { USERPROFILE: "C:\\h" }, "C:\\h\\AppData\\Roaming\\toolwright-memory"],
  ["win32", { APPDATA: "D:\\r" }, "D:\\r\\toolwright-memory"],
] as const)("keeps facts on %s with %o in %s", (platform, variables, expected) => {
  expect(memoryDirectory(createEnvironment(variables), platform)).toBe(expected);
});
