import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEnvironment } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings/parse-settings.ts";
import { furtherRoots, ownPaths, type Places, placesFor } from "./places.ts";

const places = (more: Partial<Parameters<typeof placesFor>[0]> = {}): Places =>
  placesFor(
    {
      cwd: "/work",
      administratorFile: "/none/settings.json",
      ...more,
    },
    createEnvironment({ HOME: "/home/me", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" }),
  );

describe("placesFor", () => {
  it("works in the current folder, unless another is named", () => {
    expect(places()).toMatchObject({
      workspace: "/work",
      isWorkspaceNamed: false,
      settingsFile: undefined,
      configDirectory: "/c/toolwright",
      stateDirectory: "/s/toolwright",
    });
    expect(places({ workspace: "../other", settings: "x.json" })).toMatchObject({
      workspace: "/other",
      isWorkspaceNamed: true,
      settingsFile: "/work/x.json",
    });
  });
});

describe("furtherRoots", () => {
  it("reads them from the home folder or the workspace, of the user's files alone", () => {
    const text = '{ "roots": ["~/notes", "../sibling", "/abs"] }';
    const files = (["user", "project"] as const).map((layer) =>
      parseSettings(text, { path: layer, layer }),
    );
    expect(furtherRoots(files, places())).toEqual(["/home/me/notes", "/sibling", "/abs"]);
  });
});

describe("ownPaths", () => {
  it("names settings and state, and where links of theirs lead", () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "places-")));
    try {
      mkdirSync(join(folder, "dotfiles"));
      symlinkSync(join(folder, "dotfiles"), join(folder, "config"));
      writeFileSync(join(folder, "mine.json"), "{}");
      symlinkSync(join(folder, "mine.json"), join(folder, "dotfiles", "settings.json"));
      const own = ownPaths({ ...places(), configDirectory: join(folder, "config") });
      expect(own).toEqual([
        join(folder, "config"),
        join(folder, "dotfiles"),
        "/s/toolwright",
        "/work/.toolwright",
        "/none",
        "/work/.toolwright/settings.json",
        join(folder, "config", "settings.json"),
        join(folder, "mine.json"),
        "/none/settings.json",
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
