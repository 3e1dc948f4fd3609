import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model, ModelRequest } from "@toolwright/agent";
import { scriptedModel } from "@toolwright/agent/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { testWorld } from "../fixtures/test-world.ts";
import type { ToolwrightOptions } from "../options.ts";
import type { Toolwright } from "../toolwright.ts";

async function open(options: ToolwrightOptions = {}): Promise<Toolwright & { root: string }> {
  const { root, open: opened } = testWorld({ settings: {}, ...options });
  return Object.assign(await opened(), { root });
}

describe("the agent of a session", () => {
  test("works with its tools, among them those that only an agent needs", async () => {
    const opened = await open({ mode: "accept-edits" });
    const requests: ModelRequest[] = [];
    const steps = [
      { calls: [{ name: "write_file", input: { path: "a.txt", content: "A\n" } }] },
      { text: "Written." },
    ];
    const model = scriptedModel(steps, { onRequest: (request) => requests.push(request) });
    const agent = await opened.agent({ model, instructions: "Write in capitals." });
    expect(await agent.run("Write.")).toMatchObject({ status: "done", text: "Written." });
    const [first] = requests;
    expect(first?.system).toContain("Write in capitals.");
    expect(first?.system).toContain("- explore:");
    const names = first?.tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["delegate_task", "write_todos"]));
    expect(await opened.undo()).toMatchObject({ outcome: "done" });
  });

  test("gives tasks to its sub-agents", async () => {
    const opened = await open();
    const model = scriptedModel([
      { calls: [{ name: "delegate_task", input: { agent: "explore", task: "Look." } }] },
      {
        when: "Look.",
        calls: [{ name: "finish_task", input: { success: true, summary: "Seen." } }],
      },
      { when: "Seen.", text: "It has looked." },
    ]);
    const agent = await opened.agent({ model });
    expect(await agent.run("Let it look.")).toMatchObject({
      status: "done",
      text: "It has looked.",
    });
  });

  test("answers the prompts of tools with its model, unless the host does", async () => {
    const opened = await open();
    const request = { prompt: "Name a colour.", signal: new AbortController().signal };
    const agent = await opened.agent({ model: scriptedModel([{ text: "Blue." }]) });
    expect(await agent.askModel(request)).toBe("Blue.");
    const host = { askModel: async () => "Red." };
    const withHost = await open({ host });
    await withHost.agent({ model: scriptedModel([]) });
    expect(await host.askModel()).toBe("Red.");
  });

  test("goes on with the conversation of another one", async () => {
    const opened = await open();
    const first = await opened.agent({ model: scriptedModel([{ text: "It is 7." }]) });
    await first.run("What is the number?");
    const requests: ModelRequest[] = [];
    const model = scriptedModel([{ text: "7." }], { onRequest: (made) => requests.push(made) });
    const second = await opened.agent({ model, messages: first.messages });
    await second.run("Again, please.");
    expect(JSON.stringify(requests[0]?.messages)).toMatch(/the number.*It is 7.*Again, please/);
  });

  test("has at most the budgets of the settings", async () => {
    const opened = await open({ settings: { agent: { maxSteps: 1 } } });
    const model = (): Model =>
      scriptedModel([{ calls: [{ name: "list_directory", input: {} }] }, { text: "Done." }]);
    const loosened = await opened.agent({ model: model(), budgets: { maxSteps: 9 } });
    expect(await loosened.run("Look.")).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("1 step") as string,
    });
    const free = await (await open()).agent({ model: model(), budgets: { maxSteps: 2 } });
    expect(await free.run("Look.")).toMatchObject({ status: "done" });
  });

  test("needs a model and settings that don't turn it off", async () => {
    await expect((await open()).agent()).rejects.toMatchObject({
      code: "options-invalid",
      message: expect.stringContaining("No model: give `model`") as string,
    });
    const off = await open({ settings: { agent: { enabled: false } } });
    await expect(off.agent({ model: scriptedModel([]) })).rejects.toMatchObject({
      code: "options-invalid",
    });
    await expect((await open()).agent({ model: "anthropic/claude" })).rejects.toMatchObject({
      name: "ModelError",
      message: expect.stringContaining("ANTHROPIC_API_KEY") as string,
    });
  });

  test.each([
    [{ modle: "x" }, "toolwright.agent has no option 'modle'. Did you mean 'model'?"],
    [{ budgets: { maxTurns: 3 } }, "`budgets` has no option 'maxTurns'."],
    [{ budgets: { maxSteps: Number.NaN } }, "`budgets.maxSteps` must be a number"],
    [{ model: null }, "`model` must be a name"],
    [{ model: { modelId: "of the AI SDK" } }, "give aiSdkModel(model)"],
  ])("refuses %j and says what is wrong", async (options, message) => {
    // As from JavaScript, without types.
    await expect((await open()).agent(options as never)).rejects.toMatchObject({
      code: "options-invalid",
      message: expect.stringContaining(message) as string,
    });
  });

  test.each([
    ["the settings", { tools: false }, {}],
    ["the program", {}, { enableToolCalls: false }],
    ["the settings, whatever the program says", { tools: false }, { enableToolCalls: true }],
  ])("has no tools when they are taken away by %s", async (_, settings, options) => {
    const opened = await open({ settings, mode: "auto" });
    const requests: ModelRequest[] = [];
    const calls = [{ name: "write_file", input: { path: "a.txt", content: "A" } }];
    const model = scriptedModel([{ calls }, { text: "No." }], {
      onRequest: (request) => requests.push(request),
    });
    await (await opened.agent({ model, ...options })).run("Write.");
    expect(requests[0]?.tools).toEqual([]);
    expect(requests[0]?.system).toBe("You answer a person. You have no tools.");
    expect(existsSync(join(opened.root, "a.txt"))).toBe(false);
  });

  test("takes its model from the settings", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "steps.json");
    writeFileSync(file, JSON.stringify({ steps: [{ text: "From a file." }] }));
    const opened = await open({ settings: { model: `scripted/${file}` } });
    expect(await (await opened.agent()).run("Hello.")).toMatchObject({ text: "From a file." });
  });
});

test("the prompt says nobody approves where nobody does", async () => {
  const unattended = await open();
  expect(JSON.stringify(await unattended.agentPrompt())).toContain("Nobody is there to approve");
  const attended = await open({ approver: () => ({ outcome: "once" }) });
  expect(JSON.stringify(await attended.agentPrompt())).not.toContain("Nobody is there");
});
