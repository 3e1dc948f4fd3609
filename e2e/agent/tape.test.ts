import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, type TestContext, test } from "vitest";
import { openProject, type Project } from "./project.ts";

const task = "The test of the cart fails. Fix it.";
const runTests = {
  name: "run_command",
  input: { command: "node --test --test-reporter=tap" },
};
/** The fix forgets the count, so that the session fails. */
const steps = [
  {
    text: "I read the code.",
    calls: [
      { name: "list_directory", input: {} },
      { name: "read_file", input: { path: "src/cart.js" } },
      { name: "search_text", input: { pattern: "price" } },
    ],
  },
  { calls: [runTests] },
  {
    calls: [
      {
        name: "edit_file",
        input: {
          path: "src/cart.js",
          old_string: "sum + price, 0",
          new_string: "sum + price * 2, 0",
        },
      },
    ],
  },
  { calls: [{ name: "write_file", input: { path: "docs/CHANGES.md", content: "Fixed.\n" } }] },
  { calls: [runTests] },
  {
    calls: [{ name: "delegate_task", input: { agent: "explore", task: "Look at src/cart.js." } }],
  },
  { when: "Look at src/cart.js.", calls: [{ name: "read_file", input: { path: "src/cart.js" } }] },
  {
    when: "export function total",
    calls: [{ name: "finish_task", input: { summary: "It forgets the count." } }],
  },
  { text: "It still fails." },
];

const available = (await defaultSandbox(process.env).available()).ok;

interface Taped extends Project {
  readonly tape: string;
  readonly model: string;
}

/** A real session of an agent in a real repository, on a tape. */
async function taped(context: TestContext): Promise<Taped> {
  const project = openProject(context);
  const base = join(project.folder, "..");
  const [script, tape] = [join(base, "steps.json"), join(base, "tape.jsonl")];
  writeFileSync(script, JSON.stringify({ steps }));
  const model = `scripted/${script}`;
  const ran = await project.toolwright(["run", task, "--model", model, "--yes"]);
  expect(ran).toMatchObject({ status: 0, stdout: "It still fails.\n" });
  const exported = await project.toolwright(["journal", "export", "--tape", tape, "--json"]);
  expect(JSON.parse(exported.stdout)).toMatchObject({ calls: 10, omittedFiles: 0 });
  return { ...project, tape, model };
}

interface Report {
  readonly same: boolean;
  readonly differences: readonly { readonly kind: string; readonly tool: string }[];
  readonly notPlayed: readonly { readonly tool: string }[];
}

async function replayed(
  project: Taped,
  ...words: readonly string[]
): Promise<Report & { readonly status: number | null }> {
  const { status, stdout, stderr } = await project.toolwright([
    "replay",
    project.tape,
    "--json",
    ...words,
  ]);
  expect(stderr).toBe("");
  return { status, ...(JSON.parse(stdout) as Report) };
}

function kindsOf({ differences }: Report): readonly string[] {
  return differences.map(({ kind, tool }) => `${kind} ${tool}`);
}

describe("the tape of a real session", () => {
  test("replays to the same outcomes, recorded and for real, and changes nothing", async (context) => {
    const project = await taped(context);
    const before = project.changes();
    expect(await replayed(project)).toMatchObject({ status: 0, same: true, notPlayed: [] });
    if (available) {
      const report = await replayed(project, "--real");
      expect(report).toMatchObject({ status: 0, same: true });
      expect(report.notPlayed.map(({ tool }) => tool)).toEqual(["finish_task"]);
    }
    const quiet = await project.toolwright(["replay", project.tape, "--assert"]);
    expect(quiet).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(project.changes()).toBe(before);
  });

  test("is shown as a tree with decisions and diffs", async (context) => {
    const project = await taped(context);
    const { tape } = project;
    const { status, stdout } = await project.toolwright(["replay", tape, "--show"]);
    expect(status).toBe(0);
    expect(stdout).toContain(task);
    expect(stdout).toMatch(
      /edit_file {2}ok {2}write src\/cart\.js .*\n {2}ask .*\n {2}answered: once/,
    );
    expect(stdout).toContain("+   return items.reduce((sum, { price }) => sum + price * 2, 0);");
    expect(stdout).toMatch(/^delegate_task .*\n {2}read_file {2}ok .*explore\n {2}finish_task/m);
    expect(stdout).not.toContain("/shop");
  });

  test("is different under another rule, with another description, with other bytes", async (context) => {
    const project = await taped(context);
    const other = join(project.folder, "../other.json");
    writeFileSync(other, JSON.stringify({ rules: [{ deny: "write(docs/**)" }] }));
    const denied = await replayed(project, "--settings", other);
    expect(denied.status).toBe(1);
    expect(kindsOf(denied)).toEqual(["decision write_file", "outcome write_file"]);
    writeFileSync(other, JSON.stringify({ shell: { timeoutMs: 5000 } }));
    expect(kindsOf(await replayed(project, "--settings", other))).toEqual([
      "definition run_command",
    ]);
    const text = readFileSync(project.tape, "utf8");
    writeFileSync(
      project.tape,
      text
        .split("\n")
        .map((line) =>
          line.startsWith('{"type":"content"') ? line.replace("in cents.", "in pence.") : line,
        )
        .join("\n"),
    );
    const refused = await project.toolwright(["replay", project.tape]);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain("was edited");
    const edited = await replayed(project, "--allow-edits");
    expect(edited.status).toBe(1);
    expect(kindsOf(edited)).toContain("outcome read_file");
  });

  test("is worked on by a model, up to the first call that is another", async (context) => {
    const project = await taped(context);
    const same = await replayed(project, "--model", project.model);
    expect(same).toMatchObject({ status: 0, differences: [] });
    const script = join(project.folder, "../other-steps.json");
    const fixed = JSON.stringify({ steps }).replace("sum + price * 2, 0", "sum + price * count, 0");
    writeFileSync(script, fixed);
    const other = await replayed(project, "--model", `scripted/${script}`);
    expect(other).toMatchObject({
      status: 1,
      differences: [
        {
          kind: "call",
          tool: "edit_file",
          recorded: { input: { new_string: "sum + price * 2, 0" } },
          now: { input: { new_string: "sum + price * count, 0" } },
        },
      ],
    });
    writeFileSync(script, JSON.stringify({ steps: [{ text: "No." }] }));
    expect(await replayed(project, "--model", `scripted/${script}`)).toMatchObject({
      status: 1,
      differences: [{ kind: "call", tool: "list_directory", now: null }],
    });
    writeFileSync(join(project.folder, "AGENTS.md"), "Count in pence.\n");
    expect((await replayed(project)).status).toBe(0);
  });

  test("is refused when it is cut, newer, or no tape", async (context) => {
    const project = await taped(context);
    const { tape } = project;
    const text = readFileSync(tape, "utf8");
    const texts = [
      [text.slice(0, text.length / 2), /is cut/],
      [text.replace('{"tape":1', '{"tape":2'), /version 2, .* Update toolwright/],
      ["hello\n", /is no tape/],
    ] as const;
    for (const [content, message] of texts) {
      writeFileSync(tape, content);
      for (const words of [["--show"], ["--recorded"], ["--real", "--json"], ["--assert"]]) {
        const ran = await project.toolwright(["replay", tape, ...words]);
        expect(ran).toMatchObject({ status: 2, stdout: "" });
        expect(ran.stderr).toMatch(message);
      }
    }
  });
});
