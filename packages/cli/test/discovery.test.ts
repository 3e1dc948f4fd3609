import { existsSync } from "node:fs";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, test } from "vitest";
import { type CommandBench, commandBench, projectPath, userPath } from "./command-bench.ts";

const sandbox = await defaultSandbox(process.env).available();

const feed = [
  {
    name: "feed_cat",
    description: "Feeds the cat.",
    parameters: { type: "OBJECT", properties: { food: { type: "STRING" } } },
  },
];

/** A script that lists tools, runs them and, where it may, leaves a mark that it listed. */
function scriptText(declarations: unknown, marker = "/nowhere/marker"): string {
  const json = JSON.stringify(declarations);
  return `if [ "$1" = list ]; then touch '${marker}' 2>/dev/null; echo '${json}'; else echo "$2 got $(cat)"; fi`;
}

interface Given {
  readonly declarations?: unknown;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A person with a discovery command in the home directory, whose commands leave marks. */
function benchOf({
  declarations = feed,
  settings = {},
}: Given = {}): CommandBench & { readonly marker: string } {
  const bench = commandBench();
  const marker = `${bench.home}/listed`;
  bench.put("~/tools/tools.sh", scriptText(declarations, marker));
  bench.put(userPath, {
    discovery: {
      listCommand: "bash ~/tools/tools.sh list",
      callCommand: ["bash", "~/tools/tools.sh", "call"],
    },
    // In one nothing could be marked.
    shell: { sandbox: "off" },
    ...settings,
  });
  return { ...bench, marker };
}

describe("tools of a command", () => {
  test("are listed with the others, and called with their input", async () => {
    const bench = benchOf();
    const { output } = await bench.run("tools");
    expect(output).toMatch(/feed_cat +other +command +Feeds the cat\./);
    const called = await bench.run("call", "feed_cat", "food=fish", "--yes");
    expect(called).toMatchObject({ status: 0, output: 'feed_cat got {"food":"fish"}\n' });
    const refused = await bench.run("call", "feed_cat", "food=fish");
    expect(refused.status).toBe(3);
    const lines = await bench.runWith(
      { stdin: '{"tool":"feed_cat","input":{"food":"milk"}}\n' },
      "call",
      "--stdin",
      "--yes",
    );
    expect(lines.output).toContain("milk");
  });

  test("aren't loaded for a call of a built-in tool", async () => {
    const bench = benchOf();
    bench.put("a.txt", "alpha\n");
    expect((await bench.run("call", "read_file", "path=a.txt")).status).toBe(0);
    expect(existsSync(bench.marker)).toBe(false);
    await bench.runWith(
      { stdin: '{"tool":"read_file","input":{"path":"a.txt"}}\n' },
      "call",
      "--stdin",
    );
    await bench.run("policy", "explain", "cat a.txt");
    await bench.run("policy", "check", "ls");
    expect(existsSync(bench.marker)).toBe(false);
    const { output } = await bench.run("policy", "explain", "feed_cat", "food=fish");
    expect(output).toContain("run bash");
    expect(existsSync(bench.marker)).toBe(true);
  });

  test("that are unusable are reported with the reason, and the others work", async () => {
    const declarations = [
      ...feed,
      { name: "git" },
      { name: "not a name" },
      { name: "odd", parameters: { type: "WIDGET" } },
    ];
    const bench = benchOf({ declarations });
    const { output, errors } = await bench.run("tools", "--all");
    expect(errors).toContain("discovery: 3 of 4 tools are unusable");
    expect(output).toMatch(/feed_cat +other +command/);
    expect(output).toMatch(/git +command +The name 'git' is taken/);
    expect(output).toMatch(/not a name +command +its name is invalid/);
    expect(output).toMatch(/odd +command +.*can't be used/);
  });

  test("can't have the name of a built-in tool, even if a profile doesn't show it", async () => {
    const bench = benchOf({ declarations: [...feed, { name: "move_path" }] });
    const { output, errors } = await bench.run("tools", "--profile", "codex");
    expect(output).toContain("feed_cat");
    expect(output).not.toContain("move_path");
    expect(errors).toContain("'move_path' belongs to a built-in tool");
  });

  test("are disabled like others", async () => {
    const bench = benchOf({ settings: { tools: { feed_cat: { enabled: false } } } });
    const { output } = await bench.run("tools", "--all");
    expect(output).toMatch(/feed_cat +command +switched off by the settings/);
  });

  test("are none when the command fails, and everything else goes on", async () => {
    const bench = benchOf();
    bench.put("~/tools/tools.sh", "echo half; echo broken >&2; exit 3");
    const { status, output, errors } = await bench.run("tools");
    expect(status).toBe(0);
    expect(output).toContain("read_file");
    expect(errors).toMatch(/settings\.json \(discovery\): .*exited with status 3[^]*broken/);
  });

  test("are awaited for a few seconds, and a hanging command is ended", {
    timeout: 20_000,
  }, async () => {
    const bench = benchOf();
    bench.put("~/tools/tools.sh", `echo $$ > '${bench.marker}'; exec sleep 600`);
    const { status, output } = await bench.run("tools");
    expect(status).toBe(0);
    expect(output).toContain("read_file");
    const pid = bench.read("~/listed").trim();
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});

describe("the list command", () => {
  test("isn't run in plan mode, nor against a rule", async () => {
    const plan = benchOf();
    expect((await plan.run("tools", "--mode", "plan")).errors).toContain(
      "The list command wasn't run: plan mode",
    );
    expect(existsSync(plan.marker)).toBe(false);
    for (const [rule, why] of [
      [{ deny: "run(bash *)" }, "deny run(bash *)"],
      [{ ask: "run(bash *)" }, "there are no prompts at the start"],
    ] as const) {
      const bench = benchOf({ settings: { rules: [rule] } });
      expect((await bench.run("tools")).errors).toContain(why);
      expect(existsSync(bench.marker)).toBe(false);
    }
  });

  test("of a project isn't run before the project is trusted", async () => {
    const bench = commandBench();
    const marker = `${bench.home}/listed`;
    bench.put("~/list.sh", scriptText(feed, marker));
    bench.put(userPath, { shell: { sandbox: "off" } });
    const script = `${bench.home}/list.sh`;
    bench.put(projectPath, {
      discovery: { listCommand: `bash ${script} list`, callCommand: `bash ${script} call` },
    });
    const before = await bench.run("tools");
    expect(before.output).not.toContain("feed_cat");
    expect(before.errors).toContain("gets tools from the command bash");
    expect(existsSync(marker)).toBe(false);
    expect((await bench.run("policy", "trust", "--yes")).status).toBe(0);
    expect((await bench.run("tools")).output).toContain("feed_cat");
  });

  test("of the user's own settings runs no file of an untrusted workspace", async () => {
    const bench = commandBench();
    bench.put("tools.sh", scriptText(feed));
    bench.put(userPath, {
      discovery: { listCommand: "bash tools.sh list", callCommand: "bash tools.sh call" },
    });
    const { output, errors } = await bench.run("tools");
    expect(output).not.toContain("feed_cat");
    expect(errors).toContain("would run a file of this untrusted workspace");
  });

  test.skipIf(!sandbox.ok)(
    "runs a trusted project's own file in a sandbox, and never without",
    async () => {
      const bench = commandBench();
      const marker = `${bench.workspace}/listed`;
      bench.put("tools.sh", scriptText(feed, marker));
      bench.put(projectPath, {
        discovery: { listCommand: "bash tools.sh list", callCommand: "bash tools.sh call" },
      });
      await bench.run("policy", "trust", "--yes");
      expect((await bench.run("tools")).output).toContain("feed_cat");
      expect(existsSync(marker)).toBe(false);
      bench.put(userPath, { shell: { sandbox: "off" } });
      const without = await bench.run("tools");
      expect(without.output).not.toContain("feed_cat");
      expect(without.errors).toContain("no sandbox works to confine it");
    },
  );

  test("may read any file that the user names, but not one that a project names", async () => {
    const bench = benchOf({
      settings: { discovery: { listCommand: "cat ~/tools/list.json", callCommand: "cat" } },
    });
    bench.put("~/tools/list.json", feed);
    expect((await bench.run("tools")).output).toContain("feed_cat");
    const project = commandBench();
    const list = project.put("~/list.json", feed);
    project.put(projectPath, { discovery: { listCommand: ["cat", list], callCommand: "cat" } });
    await project.run("policy", "trust", "--yes");
    expect((await project.run("tools")).errors).toContain("there are no prompts at the start");
  });

  test("that only a shell could run is refused with the reason", async () => {
    const bench = benchOf({
      settings: { discovery: { listCommand: "bash x.sh | cat", callCommand: "x" } },
    });
    expect((await bench.run("tools")).errors).toContain('has "|", which only a shell understands');
  });
});

describe("many tools", () => {
  const many = Array.from({ length: 80 }, (_, index) => ({
    name: `paint_room_${index}`,
    description: `Paints room number ${index}.`,
  }));

  test("are deferred, listed with --all, found by a search and called by name", async () => {
    const bench = benchOf({ declarations: [...many, ...feed] });
    const { output } = await bench.run("tools");
    expect(output).toContain("search_tools");
    expect(output).not.toContain("paint_room_1");
    const all = await bench.run("tools", "--all");
    expect(all.output).toMatch(
      /paint_room_1 +command +deferred: the model finds it through a search/,
    );
    const found = await bench.run("call", "search_tools", "query=give food to a pet");
    expect(found.output).toMatch(/^feed_cat \(command\): Feeds the cat\.\n {2}food\?: string/);
    const through = await bench.run("call", "call_tool", "name=paint_room_7", "--yes");
    expect(through.output).toBe("paint_room_7 got {}\n");
    const called = await bench.run("call", "paint_room_7", "--yes");
    expect(called.output).toBe("paint_room_7 got {}\n");
  });

  test("are all shown if the settings say so, and deferred in every profile", async () => {
    const bench = benchOf({ declarations: many, settings: { deferToolsOver: {} } });
    expect((await bench.run("tools")).output).toContain("paint_room_79");
    const coded = benchOf({ declarations: many });
    const { output } = await coded.run("tools", "--profile", "codex");
    expect(output).toContain("call_tool");
    expect(output).not.toContain("paint_room_79");
    expect((await coded.run("tools", "--all-tools")).output).toContain("paint_room_79");
  });
});
