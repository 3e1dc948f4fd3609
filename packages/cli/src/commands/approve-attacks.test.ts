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
