import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openToolwright } from "../open-toolwright.ts";

it.skipIf(process.platform === "win32")(
  "opens no stage over a workspace that holds the program's own state, such as /",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-views-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const toolwright = await openToolwright({
      workspace: "/",
      environment: { HOME: folder, XDG_STATE_HOME: join(folder, "state") },
      administratorFile: join(folder, "etc", "settings.json"),
      projectSettings: false,
      mode: "accept-edits",
      stage: true,
      approver: () => ({ outcome: "commit" }),
      onNotice: () => {},
    });
    onTestFinished(() => toolwright.close());
    const path = join(folder, "work", "new.txt");
    const input = { path, content: "x" };
    const { status, error } = await toolwright.session.call({ name: "write_file", input }).outcome;
    expect([status, error?.message]).toEqual([
      "error",
      expect.stringContaining("this program's state lies in the workspace"),
    ]);
    expect(existsSync(path)).toBe(false);
  },
);
