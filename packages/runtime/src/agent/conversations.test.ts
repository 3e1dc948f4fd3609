import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Message, ModelRequest } from "@toolwright/agent";
import { scriptedModel, type ScriptedStep } from "@toolwright/agent/testing";
import { expect, test } from "vitest";
import { testWorld } from "../fixtures/test-world.ts";

type World = ReturnType<typeof newWorld>;

function newWorld() {
  const notices: string[] = [];
  const onNotice = (notice: string): void => void notices.push(notice);
  const opened = testWorld({ settings: {}, mode: "accept-edits", onNotice });
  const state = join(opened.home, ".local", "state");
  return {
    ...opened,
    state,
    notices,
    /** The path of the only conversation's file. */
    file() {
      const conversations = join(state, "toolwright", "conversations");
      const [name = ""] = readdirSync(conversations);
      const folderOfRoot = join(conversations, name);
      const [file = ""] = readdirSync(folderOfRoot).filter((each) => each.endsWith(".jsonl"));
      return join(folderOfRoot, file);
    },
  };
}

function write(path: string): ScriptedStep {
  return { calls: [{ name: "write_file", input: { path, content: "new\n" } }] };
}

/** A conversation with one turn that wrote a file. */
async function worked(world: World): Promise<string> {
  const opened = await world.open();
  const agent = await opened.agent({ model: scriptedModel([write("a.txt"), { text: "Done." }]) });
  await agent.run("Write a.txt.\nPlease.");
  await opened.close();
  return opened.session.id;
}

function textOf(messages: readonly Message[] | undefined): string {
  return JSON.stringify(messages);
}

test("a conversation goes on in another process, in the same session", async () => {
  const world = newWorld();
  const id = await worked(world);
  const opened = await world.open({ resume: "last" });
  expect(opened.session.id).toBe(id);
  expect(opened.resumed).toMatchObject({ id, status: "done", title: "Write a.txt.", turns: 1 });
  const requests: ModelRequest[] = [];
  const model = scriptedModel([write("b.txt"), { text: "Both." }], {
    onRequest: (request) => requests.push(request),
  });
  const agent = await opened.agent({ model });
  expect(await agent.run("Now b.txt.")).toMatchObject({ status: "done" });
  const said = textOf(requests[0]?.messages);
  expect(said).toContain("Write a.txt.");
  expect(said).toContain("The program was started again");
  expect(said).not.toContain("killed");
  expect(await opened.undo({ turn: 2 })).toMatchObject({ outcome: "done" });
  expect(existsSync(join(world.root, "b.txt"))).toBe(false);
  expect(await opened.undo({ turn: 1 })).toMatchObject({ outcome: "done" });
  expect(existsSync(join(world.root, "a.txt"))).toBe(false);
});

test("the conversations of a workspace are listed and shown with the outcomes of their calls", async () => {
  const world = newWorld();
  const id = await worked(world);
  const opened = await world.open();
  const [info, ...others] = await opened.conversations();
  expect(others).toEqual([]);
  expect(info).toMatchObject({ id, model: "scripted", status: "done" });
  expect(info?.updatedAtMs).toBeGreaterThanOrEqual((info?.startedAtMs ?? Infinity) - 1_000);
  const { messages } = await opened.conversation(id);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(textOf(messages)).toContain('"type":"diff"');
});

test("another conversation is continued in an open session, under that session's id", async () => {
  const world = newWorld();
  const id = await worked(world);
  const opened = await world.open();
  const agent = await opened.agent({ model: scriptedModel([{ text: "Yes." }]), resume: id });
  expect(await agent.run("Done?")).toMatchObject({ status: "done" });
  expect(opened.session.id).not.toBe(id);
  expect(await opened.conversation(id)).toMatchObject({ turns: 2, status: "running" });
});

test("an agent without a run leaves nothing", async () => {
  const world = newWorld();
  const opened = await world.open();
  await opened.agent({ model: scriptedModel([]) });
  expect(await opened.conversations()).toEqual([]);
  expect(existsSync(join(world.state, "toolwright", "conversations"))).toBe(false);
});

test("a second agent of a session has a conversation of its own, or goes on with that of the first", async () => {
  const opened = await newWorld().open();
  const first = await opened.agent({ model: scriptedModel([{ text: "A." }]) });
  await first.run("One.");
  const second = await opened.agent({ model: scriptedModel([{ text: "B." }]) });
  await second.run("Two.");
  const messages = second.messages;
  const third = await opened.agent({ model: scriptedModel([{ text: "C." }]), messages });
  await third.run("Three.");
  const all = await opened.conversations();
  expect(all.map(({ title }) => title).toSorted()).toEqual(["One.", "Two."]);
  const { messages: shown } = await opened.conversation(`${opened.session.id}-2`);
  expect(shown).toEqual(third.messages);
});

test("what was in flight when the process was killed is told as unknown", async () => {
  const world = newWorld();
  const id = await worked(world);
  const turn = { type: "turn", turn: 2, sessionId: id, model: "scripted" };
  const user = { type: "user", content: [{ type: "text", text: "And b.txt." }] };
  const call = { type: "tool-call", id: "c9", name: "write_file", input: '{"path":"b.txt"}' };
  const lines = [turn, user, { type: "begun", parts: [{ type: "text", text: "So." }, call] }];
  appendFileSync(world.file(), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  appendFileSync(world.file(), '{"type":"answer","parts":[{"ty');
  const opened = await world.open({ resume: id });
  expect(opened.resumed).toMatchObject({ status: "interrupted", turns: 2 });
  const requests: ModelRequest[] = [];
  const model = scriptedModel([{ text: "I look." }], {
    onRequest: (request) => requests.push(request),
  });
  const agent = await opened.agent({ model });
  expect(agent.messages.at(-1)).toMatchObject({
    role: "tool",
    results: [{ name: "write_file", outcome: { callId: "c9", status: "cancelled" } }],
  });
  expect(await agent.run("Go on.")).toMatchObject({ status: "done" });
  expect(textOf(requests[0]?.messages)).toContain("The program was killed while you worked.");
  await opened.close();
  const again = await world.open({ resume: id });
  expect((await again.agent({ model: scriptedModel([]) })).messages).toEqual(agent.messages);
});

test("a conversation in use is refused to another session", async () => {
  const world = newWorld();
  const id = await worked(world);
  const first = await world.open({ resume: id });
  await first.agent({ model: scriptedModel([]) });
  const second = await world.open();
  await expect(second.agent({ model: scriptedModel([]), resume: id })).rejects.toMatchObject({
    code: "options-invalid",
    message: expect.stringContaining("Another process works on") as string,
  });
});

test.each([
  ["no JSON", "not json\n", "line 10 is invalid"],
  ["a message that fits nothing", '{"type":"answer","parts":[],"results":[{}]}\n', "line 10"],
  ["a record that is unknown", '{"type":"later"}\n', "line 10 is invalid"],
])("a file with %s is refused and stays as it is", async (_, line, message) => {
  const world = newWorld();
  const id = await worked(world);
  appendFileSync(world.file(), line);
  const before = readFileSync(world.file());
  const opened = await world.open({ resume: id });
  await expect(opened.agent({ model: scriptedModel([]) })).rejects.toMatchObject({
    code: "options-invalid",
    message: expect.stringContaining(message) as string,
  });
  await expect(opened.conversation(id)).rejects.toMatchObject({ code: "options-invalid" });
  expect(readFileSync(world.file())).toEqual(before);
});

test("the beginning of an id names the conversation, a shorter one doesn't", async () => {
  const world = newWorld();
  const id = await worked(world);
  const opened = await world.open({ resume: id.slice(0, 16) });
  expect(await opened.conversation(id.slice(0, 12))).toMatchObject({ id });
  await expect(opened.conversation("session-")).rejects.toMatchObject({ code: "options-invalid" });
});

test.each(["../../etc/passwd", "none", ""])(
  "an id that names no conversation is refused: %j",
  async (resume) => {
    const world = newWorld();
    await worked(world);
    await expect(world.open({ resume })).rejects.toMatchObject({
      code: "options-invalid",
      message: expect.stringContaining("No conversation") as string,
    });
  },
);

test("`last` needs a conversation", async () => {
  await expect(newWorld().open({ resume: "last" })).rejects.toMatchObject({
    message: "This workspace has no stored conversation.",
  });
});

test("stored conversations hold no secrets and are for their user alone", async () => {
  const world = newWorld();
  const environment = {
    HOME: world.root,
    PATH: process.env["PATH"],
    XDG_STATE_HOME: world.state,
    API_TOKEN: "correct-horse-battery",
  };
  const opened = await world.open({ environment });
  const said = "It may be correct-horse-battery.";
  const agent = await opened.agent({ model: scriptedModel([{ reasoning: said, text: said }]) });
  await agent.run(said);
  expect(readFileSync(world.file(), "utf8")).not.toContain("correct-horse");
  expect(statSync(world.file()).mode & 0o777).toBe(0o600);
});

test("an agent works on where nothing can be stored, and says so once", async () => {
  const world = newWorld();
  mkdirSync(join(world.state, "toolwright"), { recursive: true });
  writeFileSync(join(world.state, "toolwright", "conversations"), "");
  const opened = await world.open();
  const agent = await opened.agent({ model: scriptedModel([{ text: "A." }, { text: "B." }]) });
  expect(await agent.run("One.")).toMatchObject({ status: "done" });
  expect(await agent.run("Two.")).toMatchObject({ status: "done" });
  expect(world.notices).toEqual([expect.stringContaining("can't be resumed")]);
});
