import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CommandBench, commandBench } from "../../test/command-bench.ts";

const state = ".local/state/toolwright/approvals";

/** A question that waits; returns its file in the workspace, where calls can write. */
async function leave(bench: CommandBench): Promise<string> {
  await bench.run("call", "write_file", "path=a.txt", "content=a", "--approvals", "questions");
  return join("questions", readdirSync(join(bench.workspace, "questions"))[0] ?? "");
}

const disguises = [
  "toolwright approve ID --once",
  "'toolwright' \"approve\" ID --once",
  't\\oolwright appro"ve" ID --once',
  "bash -c 'toolwright approve ID --once'",
  "env A=1 timeout 5 nohup toolwright approve ID --once",
  "echo ID | xargs toolwright approve --once",
  "echo ID | xargs -I{} toolwright approve {} --session",
  "find questions -name '*.json' -exec toolwright approve {} --once \\;",
  "a=approve; toolwright $a ID --once",
  "toolwright $(echo approve) ID --once",
  'eval "toolwright approve ID --once"',
  'f() { toolwright "$@"; }; f approve ID --once',
  "npx -y toolwright@latest approve ID --once",
  "npm exec -- toolwright approve ID --once",
  "node node_modules/toolwright/bin/toolwright.cjs approve ID --once",
  "command toolwright approve ID --once",
  "toolwright --workspace . --mode auto approve ID --once",
  "HOME=/tmp/x toolwright approve ID --once",
  "yes | toolwright approve ID",
  "toolwright approve ID --deny no",
  `cat ~/${state}/key.pem`,
  `cp -r ~/${state} stolen`,
  `rm -rf ~/${state}/used`,
  `touch -d 2020-01-01 ~/${state}/latest-time`,
];

test.each(["default", "auto"])(
  "no call answers a question, reads the key or makes room for a second use in mode %s",
  async (mode) => {
    const bench = commandBench();
    const lines = disguises.map((command) => JSON.stringify({ command })).join("\n");
    const words = ["policy", "check", "--stdin", "--mode", mode];
    const { output } = await bench.runWith({ stdin: lines }, ...words);
    const decided = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { command: string; decision: string });
    expect(decided.filter(({ decision }) => decision !== "deny")).toEqual([]);
    expect(decided).toHaveLength(disguises.length);
  },
);

test.each([
  "toolwright ${X:-approve} ID --once",
  "alias tw=toolwright; tw approve ID --once",
  "git -c alias.x='!toolwright approve ID --once' x",
])("%s, whose words can't be known, is asked about in every mode", async (command) => {
  for (const mode of ["default", "auto"]) {
    const ran = await commandBench().run("policy", "check", command, "--mode", mode, "--json");
    expect(JSON.parse(ran.output)).toMatchObject({ decision: "ask" });
  }
});

test("a program that a call runs doesn't find the key, and what it writes allows nothing", async (context) => {
  const bench = commandBench();
  bench.put("~/.config/toolwright/settings.json", { shell: { sandbox: "required" } });
  await bench.run("approvals", "key");
  const file = await leave(bench);
  const before = readFileSync(join(bench.workspace, file), "utf8");
  const home = bench.home;
  bench.put(
    "attack.sh",
    [
      `cat ${home}/${state}/* ${home}/${state}/*/*`,
      `ls -R ${home}/${state}`,
      `cp -r ${home}/${state} stolen`,
      `rm -rf ${home}/${state}`,
      `sed -i 's/"once",/"once", "always",/' ${file}`,
    ].join("\n"),
  );
  const key = readFileSync(join(home, state, "key.pem"), "utf8").split("\n")[1] ?? "";
  const ran = await bench.run("call", "run_command", "command=sh attack.sh", "--yes", "--json");
  const outcome = JSON.parse(ran.output) as { error: { message: string } | null };
  if (outcome.error?.message.includes("Nothing was run") === true) {
    return context.skip(outcome.error.message);
  }
  expect(ran.output).not.toContain(key.slice(0, 20));
  expect(ran.output).not.toContain("PRIVATE KEY");
  expect(readFileSync(join(home, state, "key.pem"), "utf8")).toContain(key);
  expect(readFileSync(join(bench.workspace, file), "utf8")).not.toBe(before);
  const used = await bench.run(
    "call",
    "write_file",
    "path=a.txt",
    "content=a",
    "--approved",
    join(bench.workspace, file),
  );
  expect(used.status).toBe(3);
});

test("a command changes no grants, answers or settings where they lie in the workspace", async (context) => {
  const bench = commandBench();
  const places = { XDG_STATE_HOME: "state", XDG_CONFIG_HOME: "config" };
  const environment = Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, join(bench.workspace, place)]),
  );
  const run = async (...argv: readonly string[]): Promise<string> =>
    (await bench.runWith({ environment }, ...argv)).output;
  bench.put("config/toolwright/settings.json", { shell: { sandbox: "required" } });
  await run("approvals", "key");
  await run("policy", "grant", "write(b.txt)");
  const before = treeOf(bench.workspace);
  bench.put(
    "attack.sh",
    [
      "cat state/toolwright/*/*",
      "mv state state2; mkdir -p state/toolwright; mv config config2",
      "for file in $(find . -path '*toolwright*'); do rm -rf $file; echo x > $file; done",
      "echo done",
    ].join("\n"),
  );
  const ran = await run("call", "run_command", "command=sh attack.sh", "--yes");
  if (ran.includes("Nothing was run")) return context.skip(ran);
  expect(ran).toContain("done");
  expect(ran).not.toContain("PRIVATE KEY");
  expect(treeOf(bench.workspace)).toMatchObject(before);
});

/** The contents of our own settings, grants and answers. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /approvals|grants|config/.test(file) && !file.endsWith(".lock"));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
}
