import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultSandbox } from "@toolwright/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { openToolwright } from "../open-toolwright.ts";

const sandbox = await defaultSandbox(process.env).available();

test.skipIf(!sandbox.ok)(
  "an approved change of a protected file beside a command stays",
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-")));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [root, home] = [join(folder, "work"), join(folder, "home")];
    for (const path of [root, home]) mkdirSync(path, { recursive: true });
    const toolwright = await openToolwright({
      workspace: root,
      environment: { HOME: home, PATH: process.env["PATH"] },
      administratorFile: join(folder, "etc", "settings.json"),
      settings: false,
      // Nobody allows what a command is blamed for when it ends.
      approver: ({ tool }) => ({ outcome: tool.name === "stop_command" ? "reject" : "once" }),
      onNotice: () => undefined,
    });
    onTestFinished(() => toolwright.close());
    writeFileSync(join(root, "wait.sh"), "echo ready; sleep 60\n");
    const { session } = toolwright;
    const call = (name: string, input: object) => session.call({ name, input }).outcome;
    const started = await call("run_command", { command: "bash wait.sh", background: true });
    expect(started.error).toBeNull();
    await call("command_output", { id: "cmd_1", wait_for_pattern: "ready" });
    const path = "pkg/.envrc";
    expect((await call("write_file", { path, content: "mine\n" })).error).toBeNull();
    const stopped = await call("stop_command", { id: "cmd_1" });
    expect(JSON.stringify(stopped.content)).not.toContain("protected");
    expect(readFileSync(join(root, path), "utf8")).toBe("mine\n");
  },
);
