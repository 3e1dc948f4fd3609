import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxProfile } from "@toolwright/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { withOwnFiles } from "./own-files.ts";

function places(): { readonly home: string; readonly profile: SandboxProfile } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "own-files-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const path of ["tools/lib", ".ssh", "ws"]) mkdirSync(join(home, path), { recursive: true });
  for (const path of ["tools/list.js", "list.sh", ".ssh/key", "ws/own.sh"]) {
    writeFileSync(join(home, path), "");
  }
  const profile = {
    writablePaths: [join(home, "ws")],
    hiddenPaths: [home],
    network: "off",
  } as const;
  return { home, profile };
}

test.each([
  ["a script, with the folder around it", "tools/list.js", "tools"],
  ["a script in the home directory itself alone", "list.sh", "list.sh"],
  ["a file in a folder that begins with a dot alone", ".ssh/key", ".ssh/key"],
])("opens %s", (_what, named, opened) => {
  const { home, profile } = places();
  expect(withOwnFiles(profile, ["node", join(home, named)], "/").readablePaths).toEqual([
    join(home, opened),
  ]);
});

test.each([
  ["a folder", "tools"],
  ["what isn't there", "nothing.js"],
  ["what the sandbox shows already", "ws/own.sh"],
])("opens nothing for %s", (_what, named) => {
  const { home, profile } = places();
  expect(withOwnFiles(profile, ["node", join(home, named)], "/")).toBe(profile);
});

test("opens nothing for a program without a path or outside of what is hidden", () => {
  const { home, profile } = places();
  expect(withOwnFiles(profile, ["list.sh", "/etc/hostname"], home)).toBe(profile);
});
