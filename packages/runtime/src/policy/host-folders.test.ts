import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sortFolders } from "./host-folders.ts";

it("keeps only a host's folders inside the workspace, by their real paths", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "host-folders-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["w/a", "w2", "other"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(folder, "w", "a"), join(folder, "into"));
  symlinkSync(join(folder, "other"), join(folder, "w", "out"));
  const at = (name: string): string => join(folder, name);
  const given = ["w", "w/a", "into", "w2", "w/out", "missing", ""].map(at);
  expect(sortFolders(given, [at("w")])).toEqual({
    inside: [at("w"), at("w/a")],
    outside: [at("w2"), at("w/out"), at("missing"), at("")],
  });
});
