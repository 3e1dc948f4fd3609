import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "@toolwright/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Commands, type CommandsOptions, lazyCommands } from "./lazy-commands.ts";

function open(options: Partial<CommandsOptions> = {}): Commands {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-commands-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const commands = lazyCommands({
    environment: process.env,
    workspace: openWorkspace({ roots: [folder] }),
    home: join(folder, "home"),
    stateDirectory: join(folder, "state"),
    readable: [],
    ownPaths: [],
    sandbox: "off",
    ...options,
  });
  onTestFinished(() => commands.close());
  return commands;
}

const request = { program: process.execPath, arguments: ["-e", "process.exit(7)"], cwd: "/" };

describe("lazyCommands", () => {
  it("starts processes with the given environment", async () => {
    const { processes } = open({ environment: { ...process.env, MARK: "here" } });
    let output = "";
    const { ended } = await processes.start({
      ...request,
      arguments: ["-p", "process.env.MARK"],
      onOutput: (chunk) => {
        output += Buffer.from(chunk).toString();
      },
    });
    expect(await ended).toMatchObject({ exitCode: 0, cause: "exit" });
    expect(output).toBe("here\n");
  });

  it("starts nothing once it is closed, whether it was ever used or not", async () => {
    const unused = open();
    await unused.close();
    await expect(unused.processes.start(request)).rejects.toMatchObject({ code: "cancelled" });
    const used = open();
    expect(await (await used.processes.start(request)).ended).toMatchObject({ exitCode: 7 });
    await used.close();
    await expect(used.processes.start(request)).rejects.toMatchObject({ code: "cancelled" });
  });

  it("reports a background command that has ended", async () => {
    const told: string[] = [];
    const commands = open({ onJobEnd: ({ id, state }) => told.push(`${id} ${state.status}`) });
    const job = await commands.jobs.start({ ...request, title: "short" }, "background");
    await job.ended;
    expect(told).toEqual(["cmd_1 ended"]);
  });

  it("knows no background commands before there is one, and ends those with the session", async () => {
    const commands = open();
    expect(commands.jobs.list()).toEqual([]);
    expect(() => commands.jobs.find("cmd_1")).toThrow(
      "There is no background command 'cmd_1': there are none.",
    );
    const sleeping = { ...request, arguments: ["-e", "setInterval(() => {}, 1000)"] };
    const job = await commands.jobs.start({ ...sleeping, title: "sleeping" }, "background");
    expect(commands.jobs.find("cmd_1")).toBe(job);
    await commands.close();
    expect(await job.ended).toMatchObject({ cause: "stopped" });
  });

  it("confines nothing if the settings disable it, and says so", async () => {
    const off = open();
    expect(off.sandboxFactory).toBeUndefined();
    expect(await off.sandboxWorks()).toBe(false);
    expect(open({ sandbox: "preferred" }).sandboxFactory).toBeDefined();
  });
});
