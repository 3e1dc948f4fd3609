import { expect, test } from "vitest";
import { type CommandBench, commandBench, userPath } from "../../test/command-bench.ts";

async function listed(bench: CommandBench): Promise<readonly Record<string, unknown>[]> {
  const { output } = await bench.run("policy", "list", "--json");
  return (JSON.parse(output) as { grants: Record<string, unknown>[] }).grants;
}

async function granted(bench: CommandBench, ...argv: readonly string[]): Promise<string> {
  const { output } = await bench.run("policy", "grant", ...argv, "--json");
  return (JSON.parse(output) as { id: string }).id;
}

const writeA = ["call", "write_file", "path=a", "content=x", "--json"];

test("what was granted runs unasked, until it is revoked", async () => {
  const bench = commandBench();
  expect((await bench.run(...writeA)).status).toBe(3);
  const made = await bench.run("policy", "grant", "write(a)");
  expect(made).toMatchObject({ status: 0, errors: "" });
  expect(made.output).toMatch(
    /^Granted (g-[0-9a-f]{8}): write\(a\), for this folder\nTo revoke it: toolwright policy revoke \1\n$/,
  );
  const ran = await bench.run(...writeA);
  expect(ran.status).toBe(0);
  expect(ran.output).toContain('"layer":"grant"');
  const [grant] = await listed(bench);
  const id = String(grant?.["id"]);
  expect((await bench.run("policy", "revoke", id)).output).toBe(
    `Revoked ${id}: write(a), for this folder\n`,
  );
  expect(
    (await bench.run("policy", "explain", "write_file", "path=b", "content=x")).output,
  ).toMatch(/^write_file: ask/);
});

test("a grant for so many calls is used up by calls, not by explaining them", async () => {
  const bench = commandBench();
  await bench.run("policy", "grant", "write(**)", "--uses", "2");
  await bench.run("policy", "explain", "write_file", "path=a", "content=x");
  expect(await listed(bench)).toMatchObject([{ usesLeft: 2, isLive: true }]);
  const statuses: number[] = [];
  for (const path of ["a", "b", "c"]) {
    statuses.push((await bench.run("call", "write_file", `path=${path}`, "content=x")).status);
  }
  expect(statuses).toEqual([0, 0, 3]);
  expect(await listed(bench)).toEqual([]);
});

test("a grant of a session goes with the first session that uses it", async () => {
  const bench = commandBench();
  await bench.run("policy", "grant", "write(**)", "--scope", "session");
  const calls = ["a", "b"].map((path) =>
    JSON.stringify({ tool: "write_file", input: { path, content: "x" } }),
  );
  const { output } = await bench.runWith({ stdin: calls.join("\n") }, "call", "--stdin");
  const statuses = output.trim().split("\n");
  expect(statuses.map((text) => (JSON.parse(text) as { status: string }).status)).toEqual([
    "ok",
    "ok",
  ]);
  expect((await bench.run("call", "write_file", "path=c", "content=x")).status).toBe(3);
});

test("the user's grants hold in every folder, a folder's only there", async () => {
  const bench = commandBench();
  bench.put("../other/x", "");
  await bench.run("policy", "grant", "write(mine)", "--scope", "user");
  await bench.run("policy", "grant", "write(here)");
  const elsewhere = ["--workspace", "../other", "call", "write_file", "content=x"];
  expect((await bench.run(...elsewhere, "path=mine")).status).toBe(0);
  expect((await bench.run(...elsewhere, "path=here")).status).toBe(3);
});

test("a grant lifts no denial, no ask that says always, and no protection it wasn't meant for", async () => {
  const bench = commandBench();
  bench.put(userPath, { rules: [{ deny: "write(no)" }, { ask: "write(always)", always: true }] });
  bench.put(".env", "A=1");
  await bench.run("policy", "grant", "write(**)");
  const status = async (...argv: readonly string[]): Promise<number> =>
    (await bench.run("call", ...argv)).status;
  expect(await status("write_file", "path=yes", "content=x")).toBe(0);
  expect(await status("write_file", "path=no", "content=x")).toBe(3);
  expect(await status("write_file", "path=always", "content=x")).toBe(3);
  expect(await status("read_file", "path=.env")).toBe(3);
  await bench.run("policy", "grant", "read(.env)", "--protected");
  expect(await status("read_file", "path=.env")).toBe(0);
});

test.each([
  ["read(.env)", "protected: files that hold secrets", "policy grant 'read(.env)' --protected"],
  ["read(**/.env)", "protected: files that hold secrets", "--protected"],
  ["write(.envrc)", "protected: ", "--protected"],
  ["read(/srv/notes/**)", "outside the workspace", "--protected"],
  ["write(~/x)", "outside the workspace", "--protected"],
  ["environment(API_TOKEN)", "protected: values of variables", "--protected"],
  ["write(no)", "deny write(no)", "A grant can't override a denial."],
  ["write(always)", "ask write(always)", "no grant changes that"],
  ["write(~/.config/toolwright/settings.json)", "toolwright", "A grant can't override a denial."],
])("%s alone would allow nothing, which is said with what would", async (pattern, why, remedy) => {
  const bench = commandBench();
  bench.put(userPath, { rules: [{ deny: "write(no)" }, { ask: "write(always)", always: true }] });
  const { status, output, errors } = await bench.run("policy", "grant", pattern);
  expect([status, output]).toEqual([2, ""]);
  expect(errors).toContain("This grant would allow nothing, so it was not created. ");
  expect(errors).toContain(why);
  expect(errors).toContain(remedy);
  expect(await listed(bench)).toEqual([]);
});

test.each([
  "write({.env,a})",
  "run(make *)",
  "network(*.example.com)",
  "unknown(*)",
  "mcp(s/t)",
  "tool(call)",
])("%s is granted, as it allows some of what it names", async (pattern) => {
  const bench = commandBench();
  bench.put(userPath, { mode: "plan" });
  expect(await bench.run("policy", "grant", pattern)).toMatchObject({ status: 0, errors: "" });
});

test("all that was said about a grant is listed", async () => {
  const bench = commandBench();
  const argv = ["run(npm publish *)", "--agent", "release", "--expires", "8h", "--uses", "3"];
  const before = Date.now();
  const id = await granted(bench, ...argv, "--delegable");
  const [grant] = await listed(bench);
  expect(grant).toMatchObject({
    id,
    pattern: "run(npm publish *)",
    agent: "release",
    scope: "project",
    usesLeft: 3,
    delegable: true,
    origin: "the command line",
    isLive: true,
  });
  const lifeMs = Number(grant?.["expiresAtMs"]) - before;
  expect(Math.round(lifeMs / 60_000)).toBe(480);
  expect((await bench.run("policy", "list")).output).toMatch(
    /run\(npm publish \*\) {2}for this folder, for the agent release, and its child agents, 3 uses left, until .* UTC; from the command line/,
  );
});

test.each([
  [["write("], "is invalid"],
  [["wirte(a)"], "Unknown kind"],
  [["run(x)", "--protected"], '"protected" is only for patterns'],
  [
    ["write(a)", "--expires", "soon"],
    "--expires must be a time such as 30m, 8h, 7d or 2w, but is 'soon'",
  ],
  [
    ["write(a)", "--expires", "0h"],
    "--expires must be a time such as 30m, 8h, 7d or 2w, but is '0h'",
  ],
  [["write(a)", "--uses", "0"], "--uses must be a whole number from 1, but is '0'"],
  [["write(a)", "--uses", "1e3"], "--uses must be a whole number from 1, but is '1e3'"],
  [["write(a)", "--scope", "once", "--uses", "2"], "--scope once allows one call"],
  [["write(a)", "--scope", "ever"], "Known: once, session, project, user"],
  [[], "Give one pattern"],
  [["write(a)", "b"], "Give one pattern"],
])("%j is a mistake that is named, and grants nothing", async (argv, message) => {
  const bench = commandBench();
  const { status, errors } = await bench.run("policy", "grant", ...argv);
  expect([status, errors]).toEqual([2, expect.stringContaining(message)]);
  expect(await listed(bench)).toEqual([]);
});

test("revoking works whatever is wrong with the settings", async () => {
  const bench = commandBench();
  const id = await granted(bench, "write(a)");
  bench.put(userPath, "{");
  expect((await bench.run("policy", "grant", "write(b)")).status).toBe(2);
  expect((await bench.run("policy", "revoke", id)).status).toBe(0);
});

test("revoking takes an id, its beginning, or all", async () => {
  const bench = commandBench();
  const first = await granted(bench, "write(a)");
  await granted(bench, "write(b)", "--scope", "user");
  await granted(bench, "write(c)");
  expect((await bench.run("policy", "revoke", "g-")).errors).toContain("several grants");
  expect((await bench.run("policy", "revoke", "x")).errors).toContain("There is no grant 'x' here");
  expect((await bench.run("policy", "revoke")).status).toBe(2);
  expect((await bench.run("policy", "revoke", first.slice(0, -1))).status).toBe(0);
  expect(await listed(bench)).toHaveLength(2);
  const all = await bench.run("policy", "revoke", "--all", "--json");
  expect((JSON.parse(all.output) as { revoked: unknown[] }).revoked).toHaveLength(2);
  expect((await bench.run("policy", "revoke", "--all")).output).toBe("There are no grants.\n");
  expect((await bench.run("policy", "revoke", first)).errors).toContain("There are none here.");
});
