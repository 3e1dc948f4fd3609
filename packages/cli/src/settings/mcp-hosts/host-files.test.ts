import { expect, it } from "vitest";
import { hostFiles } from "./host-files.ts";

const paths = (platform: NodeJS.Platform): readonly string[] =>
  hostFiles({ home: "/h", workspace: "/w" }, platform).map(({ path }) => path);

it("looks where hosts keep their servers on Linux and on macOS", () => {
  expect(paths("linux")).toEqual(
    expect.arrayContaining([
      "/h/.claude.json",
      "/h/.config/Claude/claude_desktop_config.json",
      "/h/.config/Code/User/mcp.json",
      "/w/.mcp.json",
    ]),
  );
  expect(paths("darwin")).toEqual(
    expect.arrayContaining([
      "/h/.gemini/settings.json",
      "/h/Library/Application Support/Claude/claude_desktop_config.json",
      "/h/Library/Application Support/Code/User/mcp.json",
    ]),
  );
});

it("takes no file of the workspace for a person's own", () => {
  for (const { path, isOwn } of hostFiles({ home: "/h", workspace: "/w" })) {
    expect(isOwn).toBe(path.startsWith("/h/"));
  }
});
