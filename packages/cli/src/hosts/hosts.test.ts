import { expect, it } from "vitest";
import type { Machine } from "./host-folders.ts";
import { editorNames, hostNames } from "./host-names.ts";
import { hostsOn } from "./hosts.ts";
import { serverFiles } from "./server-files.ts";

const paths = (machine: Partial<Machine>): readonly string[] =>
  serverFiles({ home: "/h", environment: {}, platform: "linux", ...machine }, "/w").map(
    ({ path }) => path,
  );

it("looks where hosts keep their servers on Linux and on macOS", () => {
  expect(paths({})).toEqual([
    "/h/.claude.json",
    "/h/.config/Claude/claude_desktop_config.json",
    "/h/.cursor/mcp.json",
    "/h/.config/Code/User/mcp.json",
    "/h/.config/zed/settings.json",
    "/h/.gemini/settings.json",
    "/h/.codex/config.toml",
    "/h/.config/opencode/opencode.json",
    "/w/.mcp.json",
    "/w/.cursor/mcp.json",
    "/w/.vscode/mcp.json",
    "/w/.zed/settings.json",
    "/w/.gemini/settings.json",
    "/w/.codex/config.toml",
    "/w/opencode.json",
  ]);
  expect(paths({ platform: "darwin" })).toEqual(
    expect.arrayContaining([
      "/h/Library/Application Support/Claude/claude_desktop_config.json",
      "/h/Library/Application Support/Code/User/mcp.json",
      "/h/.config/zed/settings.json",
    ]),
  );
});

it("follows the variables that each host follows", () => {
  const environment = {
    XDG_CONFIG_HOME: "/x",
    CLAUDE_CONFIG_DIR: "/c",
    CODEX_HOME: "/o",
    GEMINI_CLI_HOME: "/g",
  };
  expect(paths({ environment }).slice(0, 8)).toEqual([
    "/c/.claude.json",
    "/x/Claude/claude_desktop_config.json",
    "/h/.cursor/mcp.json",
    "/x/Code/User/mcp.json",
    "/x/zed/settings.json",
    "/g/.gemini/settings.json",
    "/o/config.toml",
    "/x/opencode/opencode.json",
  ]);
  const onMac = paths({ platform: "darwin", environment });
  expect(onMac).toContain("/h/Library/Application Support/Claude/claude_desktop_config.json");
  expect(onMac).toContain("/h/.config/zed/settings.json");
  expect(onMac).toContain("/x/opencode/opencode.json");
  expect(paths({ environment: { VSCODE_PORTABLE: "/p" } })).toContain("/p/user-data/User/mcp.json");
  expect(paths({ environment: { FLATPAK_XDG_CONFIG_HOME: "/f" } })).toContain(
    "/f/zed/settings.json",
  );
});

it("takes no file of the workspace for a person's own", () => {
  for (const { path, isOwn } of serverFiles({ home: "/h", environment: {} }, "/w")) {
    expect(isOwn).toBe(path.startsWith("/h/"));
  }
});

it("has a host for each name", () => {
  const hosts = hostsOn({ home: "/h", environment: {} });
  expect(hosts.map(({ id }) => id)).toEqual([...hostNames, ...editorNames]);
  expect(hosts.filter(({ servers }) => servers !== undefined).map(({ id }) => id)).toEqual([
    ...hostNames,
  ]);
});
