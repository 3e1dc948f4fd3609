import { spawnSync } from "node:child_process";
import { describe, expect, type TestContext, test } from "vitest";
import { chatCompletions } from "../../packages/agent/src/fixtures/strict-vendor/chat-completions.ts";
import {
  type Reaction,
  sendError,
  startStrictVendor,
  wires,
} from "../../packages/agent/src/fixtures/strict-vendor/strict-vendor.ts";
import type { Said, Seen, Wire } from "../../packages/agent/src/fixtures/strict-vendor/wire.ts";
import { eventsOf, key, modelWords, openProject, type Project } from "./project.ts";

const task = "The test of the cart fails. Fix it.";
const bug = "(sum, { price }) => sum + price, 0";
const fix = "(sum, { price, count }) => sum + price * count, 0";

/** The reporter is named: each Node version has another one as its default. */
const runTests = {
  name: "run_command",
  input: { command: "node --test --test-reporter=tap" },
};

/** The way to the fixed test. Each answer but the last has calls. */
const steps: readonly Said[] = [
  {
    reasoning: "First I look around.",
    text: "I read the code and its test.",
    calls: [
      { name: "list_directory", input: {} },
      { name: "read_file", input: { path: "src/cart.js" } },
      { name: "read_file", input: { path: "test/cart.test.js" } },
    ],
  },
  { reasoning: "Now the tests.", calls: [runTests] },
  {
    text: "The count is missing.",
    calls: [
      { name: "edit_file", input: { path: "src/cart.js", old_string: bug, new_string: fix } },
    ],
  },
  {
    reasoning: "I note it, too.",
    calls: [
      { name: "write_file", input: { path: "docs/CHANGES.md", content: "Fixed the total.\n" } },
    ],
  },
  { calls: [runTests] },
  {
    reasoning: "Somebody else should look at it.",
    calls: [
      {
        name: "delegate_task",
        input: { agent: "explore", task: "Look at the fix in src/cart.js." },
      },
    ],
  },
];

/** A model that works on the task, also as the sub-agent, and says at the end what it saw. */
function engineer(seen: Seen, answers: number): Said {
  const [first] = seen.turns;
  if (first?.role === "user" && first.text.includes("Look at the fix")) return reviewer(answers);
  const step = steps[answers];
  if (step !== undefined) return step;
  const results = seen.turns.flatMap((turn) => (turn.role === "tools" ? turn.results : []));
  const saw = (text: string) => results.filter((result) => result.text.includes(text)).length;
  return {
    reasoning: "It is done.",
    text: `failed: ${saw("# fail 1")}, passed: ${saw("# fail 0")}, reviewed: ${saw("It looks right.")}`,
  };
}

function reviewer(answers: number): Said {
  return answers === 0
    ? { reasoning: "I look.", calls: [{ name: "read_file", input: { path: "src/cart.js" } }] }
    : { calls: [{ name: "finish_task", input: { summary: "It looks right." } }] };
}

async function vendorOf(
  wire: Wire,
  { onTestFinished }: TestContext,
  think: (seen: Seen, answers: number) => Reaction = engineer,
) {
  const vendor = await startStrictVendor(wire, think, key);
  onTestFinished(() => vendor.close());
  return {
    ...vendor,
    words: modelWords(wire, vendor.baseUrl),
    environment: { [wire.keyVariable]: key },
  };
}

/** The outcome in each mode, without and with `--yes`. */
const table = [
  { mode: "plan", isYes: false, said: "failed: 0, passed: 0, reviewed: 1", changed: "" },
  { mode: "plan", isYes: true, said: "failed: 0, passed: 0, reviewed: 1", changed: "" },
  { mode: "default", isYes: false, said: "failed: 0, passed: 0, reviewed: 1", changed: "" },
  { mode: "default", isYes: true, said: "failed: 1, passed: 1, reviewed: 1", changed: "all" },
  { mode: "accept-edits", isYes: false, said: "failed: 0, passed: 0, reviewed: 1", changed: "all" },
  { mode: "accept-edits", isYes: true, said: "failed: 1, passed: 1, reviewed: 1", changed: "all" },
  { mode: "auto", isYes: false, said: "failed: 1, passed: 1, reviewed: 1", changed: "all" },
  { mode: "auto", isYes: true, said: "failed: 1, passed: 1, reviewed: 1", changed: "all" },
] as const;

/** Chat Completions in all modes with and without `--yes`, the other formats in each mode once. */
const runs = wires.flatMap((wire, at) =>
  table
    .filter(({ mode, isYes }) => at === 0 || isYes === (mode === "default" || mode === "auto"))
    .map((row, index) => ({
      wire,
      vendor: wire.vendor,
      // Both kinds of output in each mode, and for each vendor.
      json: (index + Math.trunc(index / 2)) % 2 === 0,
      ...row,
    })),
);

describe.concurrent("toolwright run", () => {
  test.for(runs)(
    "works as $vendor in $mode mode, --yes: $isYes, --json: $json",
    async (one, context) => {
      const project = openProject(context);
      const vendor = await vendorOf(one.wire, context);
      const ran = await project.toolwright(
        [
          "run",
          task,
          ...vendor.words,
          "--mode",
          one.mode,
          ...(one.isYes ? ["--yes"] : []),
          ...(one.json ? ["--json"] : []),
        ],
        { environment: vendor.environment },
      );
      expect(vendor.problems).toEqual([]);
      expect(ran).toMatchObject({ status: 0 });
      if (one.json) {
        const events = eventsOf(ran);
        expect(events.at(-1)).toMatchObject({ status: "done", text: one.said });
        expect(events.filter(({ type }) => type === "agent-end")).toHaveLength(1);
      } else expect(ran.stdout).toBe(`${one.said}\n`);
      expect(ran.stdout + ran.stderr).not.toContain(key);
      await expectChanges(project, one.changed === "all");
    },
  );
});

describe.concurrent("the exit status", () => {
  test("is 1 when a budget is spent, and says which", async (context) => {
    const project = openProject(context);
    const vendor = await vendorOf(chatCompletions, context);
    const words = ["run", task, ...vendor.words, "--max-steps", "1", "--json"];
    const ran = await project.toolwright(words, vendor);
    expect(ran.status).toBe(1);
    expect(eventsOf(ran).at(-1)).toMatchObject({
      status: "failed",
      reason: "The run has used its budget of 1 steps.",
    });
    expect(vendor.requests).toHaveLength(1);
  });

  test("is 1 when the vendor refuses the request, which is not sent again", async (context) => {
    const project = openProject(context);
    let count = 0;
    const vendor = await vendorOf(chatCompletions, context, () => (response, wire) => {
      count += 1;
      sendError(response, wire, "context too long", 400);
    });
    const ran = await project.toolwright(["run", task, ...vendor.words], vendor);
    expect(ran).toMatchObject({ status: 1, stdout: "" });
    expect(ran.stderr).toContain("compatible/qwen3: 400 context too long");
    expect(count).toBe(1);
  });

  test("is 2 for a usage error, with nothing on standard output", async (context) => {
    const project = openProject(context);
    const ran = await project.toolwright(["run", task, "--json", "--model", "none/m"]);
    expect(ran).toMatchObject({ status: 2, stdout: "" });
  });

  test("is 3 when the model gives up after a refusal", async (context) => {
    const project = openProject(context);
    const vendor = await vendorOf(chatCompletions, context, (_, answers) =>
      answers === 0 ? { calls: [runTests] } : { text: "I may not." },
    );
    const ran = await project.toolwright(["run", task, ...vendor.words, "--json"], vendor);
    expect(ran.status).toBe(3);
    expect(eventsOf(ran).at(-1)).toMatchObject({ status: "refused", text: "I may not." });
  });

  test("is 130 after Ctrl-C, with whole events and nothing left running", async (context) => {
    const project = openProject(context);
    const seconds = `600.${process.pid}`;
    const vendor = await vendorOf(chatCompletions, context, () => ({
      calls: [{ name: "run_command", input: { command: `echo started; sleep ${seconds}` } }],
    }));
    const ran = await project.toolwright(["run", task, ...vendor.words, "--yes", "--json"], {
      ...vendor,
      interruptAt: "started\\n",
    });
    expect(ran.status).toBe(130);
    expect(eventsOf(ran).at(-1)).toMatchObject({ status: "cancelled", reason: "Interrupted." });
    expect(spawnSync("pgrep", ["--full", `sleep ${seconds}`]).status).toBe(1);
  });
});

async function expectChanges(project: Project, isChanged: boolean): Promise<void> {
  expect(project.changes()).toBe(isChanged ? " M src/cart.js\n?? docs/CHANGES.md\n" : "");
  const undone = await project.toolwright(["undo", "--turn", "1"]);
  expect(undone.status).toBe(isChanged ? 0 : 1);
  expect(project.changes()).toBe("");
}
