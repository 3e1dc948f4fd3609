import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandBench, commandBench } from "../../test/command-bench.ts";

const writeA = ["call", "write_file", "path=a.txt", "content=hello"];

/** Leaves a question about a write, and returns its id and file. */
async function leave(bench: CommandBench): Promise<{ readonly id: string; readonly file: string }> {
  const left = await bench.run(...writeA, "--approvals", "questions", "--json");
  expect(left.status).toBe(3);
  const outcome = JSON.parse(left.output) as { error: { details: { approval: string } } };
  const id = outcome.error.details.approval;
  expect(left.errors).toContain(`To answer: toolwright approve ${id}`);
  return { id, file: join(bench.workspace, "questions", `${id}.json`) };
}

const made = (bench: CommandBench) => existsSync(join(bench.workspace, "a.txt"));

describe("a question of a call", () => {
  test("is shown whole, answered by its id, and lets the call run once", async () => {
    const bench = commandBench();
    const { id, file } = await leave(bench);
    const listed = await bench.run("approvals", "list");
    expect(listed.output).toMatch(new RegExp(`^${id} {2}Create a.txt: 1 line\\n {2}write a.txt`));
    const approved = await bench.run("approve", id, "--once");
    expect(approved.status).toBe(0);
    expect(approved.output).toBe(
      `Allowed ${id} once.\nIf nothing waits for it: toolwright call … --approved '${file}'\n`,
    );
    expect(approved.errors).toMatch(/Create a\.txt: 1 line.*would +write a\.txt.*\+ hello/s);
    expect((await bench.run("approvals", "list")).output).toMatch(/answered by .*, not used yet/);
    expect((await bench.run(...writeA, "--approved", file)).status).toBe(0);
    expect(made(bench)).toBe(true);
    expect((await bench.run("approvals", "list", "--json")).output).toBe("");
    rmSync(join(bench.workspace, "a.txt"));
    const again = await bench.run(...writeA, "--approved", file);
    expect(again.status).toBe(3);
    expect(again.errors).toContain("it was used before");
    expect(made(bench)).toBe(false);
  });

  test.each([
    ["behind many lines", `${"pad\n".repeat(3_000)}harm\u001b[2J\u202e\n`],
    ["behind a long line's start", `${"pad ".repeat(1_000)}harm\u001b[2J\u202e\n`],
  ])("shows what the diff leaves out %s", async (_, content) => {
    const bench = commandBench();
    bench.put("input.json", { path: "a.txt", content });
    const from = join(bench.workspace, "input.json");
    const words = ["call", "write_file", "--input", `@${from}`, "--approvals", "questions"];
    expect((await bench.run(...words)).status).toBe(3);
    const [file = ""] = readdirSync(join(bench.workspace, "questions"));
    const { errors } = await bench.run("approve", join("questions", file), "--deny", "No.");
    expect(errors).toContain("harm\\u{1b}[2J\\u{202e}");
  });

  test("that is denied refuses the call with the reason", async () => {
    const bench = commandBench();
    const { id, file } = await leave(bench);
    expect((await bench.run("approve", file, "--deny", "Not that file.")).output).toContain(
      `Denied ${id}.\n`,
    );
    const refused = await bench.run(...writeA, "--approved", file);
    expect(refused).toMatchObject({ status: 3 });
    expect(refused.errors).toContain("the person rejected it and said: Not that file.");
  });

  test("may be answered for the session, by one of the rules it shows", async () => {
    const bench = commandBench();
    const { id } = await leave(bench);
    const approved = await bench.run("approve", id, "--session", "--rule", "2");
    expect(approved.output).toContain(`Allowed ${id} for the session.\n`);
    expect(approved.errors).toMatch(/rule 2: edits in the whole workspace {2}write\(\*\*\)/);
    const calls = ["a.txt", "b.txt"].map((path) =>
      JSON.stringify({ tool: "write_file", input: { path, content: "hello" } }),
    );
    const ran = await bench.runWith(
      { stdin: calls.join("\n") },
      "call",
      "--stdin",
      "--approvals",
      "questions",
    );
    expect(ran.output.match(/"status":"ok"/g)).toHaveLength(2);
  });

  test("counts elsewhere only by a key that the user's settings name, not the project's", async () => {
    const [bench, other] = [commandBench(), commandBench()];
    const { file } = await leave(bench);
    const copy = other.put("q.json", readFileSync(file, "utf8"));
    const approved = await other.run("approve", copy, "--once");
    expect(approved.errors).toContain("Another machine asks: ed25519:");
    expect(approved.output).toContain("bring");
    bench.put("questions/back.json", readFileSync(copy, "utf8"));
    const back = join(bench.workspace, "questions/back.json");
    const key = (await other.run("approvals", "key")).output.trim();
    const unknown = await bench.run(...writeA, "--approved", back);
    expect(unknown.errors).toContain(`don't name its key, ${key}`);
    const settings = { approvals: { trustedKeys: [key] } };
    bench.put(".toolwright/settings.json", settings);
    await bench.run("policy", "trust", "--yes");
    expect((await bench.run(...writeA, "--approved", back)).status).toBe(3);
    bench.put("~/.config/toolwright/settings.json", settings);
    expect((await bench.run(...writeA, "--approved", back)).status).toBe(0);
    expect(made(bench)).toBe(true);
  });
});

describe("approve", () => {
  test.each([
    [[], 2, "Name one question"],
    [["q-000000000000", "--once"], 2, "There is no question 'q-000000000000'"],
    [["none.json", "--once"], 2, "There is no question 'none.json'"],
    [["../../etc/passwd"], 2, "There is no terminal to prompt on"],
    [["x", "--once", "--deny", "no"], 2, "Give only one of"],
    [["x", "--rule", "1"], 2, "--rule needs --session"],
  ])("%j is a usage error", async (words, status, why) => {
    const ran = await commandBench().run("approve", ...words);
    expect(ran).toMatchObject({ status });
    expect(ran.errors).toContain(why);
  });

  test("refuses what was changed, expired or put in another's place", async () => {
    const bench = commandBench();
    bench.put("~/.config/toolwright/settings.json", { approvals: { expireAfterHours: 0.01 } });
    const { id, file } = await leave(bench);
    const text = readFileSync(file, "utf8");
    bench.put(`questions/${id}.json`, text.replace("hello", "HELLO"));
    const edited = await bench.run("approve", id, "--once");
    expect(edited).toMatchObject({ status: 1, output: "" });
    expect(edited.errors).toContain("it was changed since it was signed");
    const other = ["call", "write_file", "path=b.txt", "content=b", "--approvals", "questions"];
    await bench.run(...other);
    const [name = ""] = readdirSync(join(bench.workspace, "questions")).filter(
      (each) => !each.includes(id),
    );
    bench.put(
      `questions/${id}.json`,
      readFileSync(join(bench.workspace, "questions", name), "utf8"),
    );
    expect((await bench.run("approve", id, "--once")).errors).toContain("holds another question");
  });

  test("writes no terminal codes, whatever the question holds", async () => {
    const bench = commandBench();
    const command = "printf '\u001b]0;owned\u0007' ; echo \u202Egnp.exe";
    await bench.run(
      "call",
      "run_command",
      "--input",
      JSON.stringify({ command }),
      "--approvals",
      "q",
    );
    const [name = ""] = readdirSync(join(bench.workspace, "q"));
    const shown = await bench.run("approve", join("q", name), "--once");
    const listed = await bench.run("approvals", "list");
    for (const text of [shown.errors, shown.output, listed.output]) {
      for (const code of ["\u001b", "\u0007", "\u202e"]) expect(text).not.toContain(code);
    }
    expect(shown.errors).toContain("owned");
  });
});

test.each([
  [["--approvals", "q", "--yes"], "Give either --approvals or --yes"],
  [["--approved", "q/x.json", "--yes"], "Give either --approved or --yes"],
  [["--approvals-wait", "5s"], "--approvals-wait needs --approvals DIR"],
  [["--approvals", "q", "--approvals-wait", "soon"], "--approvals-wait must be a time"],
])("call with %j is a usage error", async (flags, why) => {
  const ran = await commandBench().run(...writeA, ...flags);
  expect(ran).toMatchObject({ status: 2 });
  expect(ran.errors).toContain(why);
});

describe("a run", () => {
  const scripted = (bench: CommandBench, name: string, steps: readonly object[]): string =>
    `scripted/${bench.put(`~/${name}.json`, { steps })}`;
  const writing = { calls: [{ name: "write_file", input: { path: "a.txt", content: "x" } }] };

  test("goes on without what waits, and makes answered calls when it is resumed", async () => {
    const bench = commandBench();
    const steps = [
      writing,
      { calls: [{ name: "list_directory", input: { path: "." } }] },
      { text: "I wait." },
    ];
    const ran = await bench.run(
      "run",
      "Write a.txt.",
      "--model",
      scripted(bench, "first", steps),
      "--approvals",
      "q",
    );
    expect(ran).toMatchObject({ status: 3, output: "I wait.\n" });
    const id = /toolwright approve (q-\w+)/.exec(ran.errors)?.[1] ?? "";
    expect(ran.errors).toContain("--approvals 'q'");
    const waiting = await bench.run(
      "run",
      "--resume",
      "last",
      "--approvals",
      "q",
      "--model",
      scripted(bench, "second", [{ text: "Nothing new." }]),
    );
    expect(waiting).toMatchObject({ status: 3, output: "Nothing new.\n" });
    expect((await bench.run("approve", id, "--once")).status).toBe(0);
    const model = scripted(bench, "third", [{ when: `The result of ${id}`, text: "Done." }]);
    const resumed = await bench.run(
      "run",
      "--resume",
      "last",
      "--approvals",
      "q",
      "--model",
      model,
    );
    expect(resumed).toMatchObject({ status: 0, output: "Done.\n" });
    expect(readFileSync(join(bench.workspace, "a.txt"), "utf8")).toBe("x");
  });

  test("tells the model why a call was denied", async () => {
    const bench = commandBench();
    const first = scripted(bench, "first", [writing, { text: "I wait." }]);
    const ran = await bench.run("run", "Write.", "--model", first, "--approvals", "q", "--json");
    expect(ran.status).toBe(3);
    const end = JSON.parse(ran.output.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
    expect(end).toMatchObject({ type: "session-end", status: "refused" });
    const id = /q-[0-9a-f]{12}/.exec(String(end["reason"]))?.[0] ?? "";
    await bench.run("approve", id, "--deny", "Use b.txt.");
    const model = scripted(bench, "second", [{ when: "Use b.txt.", text: "Understood." }]);
    const resumed = await bench.run(
      "run",
      "--resume",
      "last",
      "--approvals",
      "q",
      "--model",
      model,
    );
    expect(resumed).toMatchObject({ status: 0, output: "Understood.\n" });
    expect(existsSync(join(bench.workspace, "a.txt"))).toBe(false);
  });
});
