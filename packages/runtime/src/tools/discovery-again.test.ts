import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openToolwright } from "../open-toolwright.ts";
import type { Toolwright } from "../toolwright.ts";

interface Discovering {
  readonly toolwright: Toolwright;
  readonly notices: readonly string[];
  /** Makes the list command print these tools, or fail. */
  readonly declare: (...names: readonly string[] | [null]) => void;
  readonly names: () => readonly string[];
}

/** A session whose tools of the discovery command have been loaded. */
async function open(...names: readonly string[]): Promise<Discovering> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, home] = [join(folder, "work"), join(folder, "home")];
  for (const path of [root, home]) mkdirSync(path);
  const script = join(home, "tools.sh");
  const declare: Discovering["declare"] = (...given) => {
    const tools = given.map((name) => ({ name, description: `Does ${name}.` }));
    const list = given[0] === null ? "exit 3" : `echo '${JSON.stringify(tools)}'`;
    writeFileSync(script, `if [ "$1" = list ]; then ${list}; else echo "$2 ran"; fi`);
  };
  declare(...names);
  const notices: string[] = [];
  const toolwright = await openToolwright({
    workspace: root,
    environment: { HOME: home, PATH: process.env["PATH"] },
    administratorFile: join(folder, "etc", "settings.json"),
    settings: {
      discovery: {
        listCommand: ["bash", script, "list"],
        callCommand: ["bash", script, "call"],
      },
      shell: { sandbox: "off" },
    },
    thirdPartyTools: "listed",
    approver: () => ({ outcome: "once" }),
    onNotice: (notice) => void notices.push(notice),
  });
  onTestFinished(() => toolwright.close());
  const found = (): readonly string[] =>
    toolwright.session.tools.filter(({ source }) => source === "command").map(({ name }) => name);
  return { toolwright, notices, declare, names: found };
}

test("the discovery command runs again while a session runs, and its tools are replaced", async () => {
  const { toolwright, declare, names } = await open("cook", "wash");
  expect(names()).toEqual(["cook", "wash"]);
  declare("cook", "iron");
  expect(names()).toEqual(["cook", "wash"]);
  await toolwright.refreshTools();
  expect(names()).toEqual(["cook", "iron"]);
  const outcome = await toolwright.session.call({ name: "iron", input: {} });
  expect(outcome.content).toMatchObject([{ text: "iron ran" }]);
  const gone = await toolwright.session.call({ name: "wash", input: {} });
  expect(gone.error?.code).toBe("tool-not-found");
  expect(toolwright.tools.thirdParty.reports.map(({ name }) => name)).toEqual(["cook", "iron"]);
});

test("tools stay when the command fails, and a notice says why", async () => {
  const { toolwright, notices, declare, names } = await open("cook");
  declare(null);
  await toolwright.refreshTools();
  expect(names()).toEqual(["cook"]);
  expect(notices.join("\n")).toContain("exited with status 3");
  expect(toolwright.tools.thirdParty.reports).toMatchObject([{ name: "cook" }]);
});

test("all tools can go, and a tool of the program stays", async () => {
  const { toolwright, declare, names } = await open("cook");
  declare();
  await toolwright.refreshTools();
  expect(names()).toEqual([]);
  expect(toolwright.session.tools.map(({ name }) => name)).toContain("read_file");
});

test("two at once and the end of the session leave nothing behind", async () => {
  const { toolwright, declare, names } = await open("cook");
  declare("iron");
  await Promise.all([toolwright.refreshTools(), toolwright.refreshTools()]);
  expect(names()).toEqual(["iron"]);
  const refreshing = toolwright.refreshTools();
  await toolwright.close();
  await refreshing;
});

test("the list command is decided anew, so that plan mode doesn't run it", async () => {
  const { toolwright, notices, declare, names } = await open("cook");
  declare("iron");
  toolwright.session.setMode("plan");
  await toolwright.refreshTools();
  expect(names()).toEqual(["cook"]);
  expect(notices.join("\n")).toContain("plan mode");
});
