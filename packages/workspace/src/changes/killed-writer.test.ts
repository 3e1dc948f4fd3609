import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repetitions } from "@toolwright/testing/internal";
import { expect, it, onTestFinished } from "vitest";
import { openWorkspace } from "../open-workspace.ts";
import { startChild } from "../fixtures/run-child.ts";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { writerOf } from "../temporary/temporary-name.ts";

const kills = repetitions(8);

function temporaryFiles(root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  return names.filter((name) => writerOf(name.split("/").at(-1) ?? "") !== null);
}

it.skipIf(process.platform === "win32")(
  "a writer killed during a write leaves every file entirely old or new, and its temporary files are removed at the next open",
  { timeout: 60_000 },
  async () => {
    const outside = freshDirectory();
    const root = join(outside, "ws");
    const stateDirectory = join(outside, "state");
    (await import("node:fs")).mkdirSync(root);
    let left = 0;
    for (let kill = 0; kill < kills; kill++) {
      const child = startChild("write-forever.ts", { arguments: [root, stateDirectory] });
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child.stdout ?? child, "data");
      // Killed as soon as a temporary file appears, so during a write.
      while (temporaryFiles(root).length === 0) await new Promise(setImmediate);
      child.kill("SIGKILL");
      await once(child, "close");
      left += temporaryFiles(root).length;
      for (const path of ["a.txt", "dir/b.txt", "dir/deeper/c.txt"]) {
        const text = textIfThere(join(root, path));
        if (text !== null) expect(text).toMatch(/^(\d)\1{399999}$/);
      }
      openWorkspace({ roots: [root], stateDirectory });
      expect(temporaryFiles(root)).toEqual([]);
    }
    expect(left).toBeGreaterThan(0);
    expect(readdirSync(join(stateDirectory, "writing"), { recursive: true })).toHaveLength(1);
  },
);

function textIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
