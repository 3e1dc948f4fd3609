import { describe, expect, it } from "vitest";
import { openToolSession, textOf } from "../../tools/src/fixtures/tool-session.ts";
import { profileTools } from "./profiles.ts";

describe("handles under every profile", () => {
  it.each([
    [
      "gemini-cli",
      "run_shell_command",
      {},
      "read_file",
      (path: string) => ({ file_path: path, start_line: 10, end_line: 11 }),
    ],
    [
      "claude-code",
      "Bash",
      { description: "Counts" },
      "Read",
      (path: string) => ({ file_path: path, offset: 10, limit: 2 }),
    ],
    [
      "opencode",
      "bash",
      { description: "Counts" },
      "read",
      (path: string) => ({ filePath: path, offset: 9, limit: 2 }),
    ],
  ] as const)("%s", async (profile, run, more, readTool, input) => {
    const world = await openToolSession({ tools: await profileTools(profile) });
    const outcome = await world.call(run, { command: "seq 1 300000", ...more });
    const [handle = "none"] = /output:[0-9a-f]{8}/.exec(textOf(outcome)) ?? [];
    expect(textOf(await world.call(readTool, input(handle)))).toContain("10");
  });
});
