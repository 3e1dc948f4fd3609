import { homedir } from "node:os";
import { expect, it } from "vitest";
import { configDirectory, stateDirectory } from "./directories.ts";
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
  "on %s with %j state and settings have their place",
  (platform, variables, state, config) => {
    const environment = createEnvironment(variables);
    expect(stateDirectory(environment, platform)).toBe(state);
    expect(configDirectory(environment, platform)).toBe(config);
  },
);
