import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool, write } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { type Asking, approvalWorld, day, noon } from "./fixtures/approval-world.ts";
import { createPrivateKeyText, readPrivateKey } from "./signing-key.ts";

const input = { path: "a.txt", content: "new\n" };
const strangersKey = readPrivateKey(createPrivateKeyText());

describe("an approval", () => {
  test("lets exactly the call run that was asked about, once", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file);
    const ran = await world.make(file, "write_file", input);
    expect(ran).toMatchObject({
      status: "ok",
      metadata: { approvals: [{ outcome: "once" }] },
    });
    expect(world.read("a.txt")).toBe("new\n");
    rmSync(join(world.root, "a.txt"));
    const again = await world.make(file, "write_file", input);
    expect(again.status).toBe("refused");
    expect(again.error?.message).toContain("it was used before");
  });

  test("is found in the folder as well, without naming its file", async () => {
    const world = approvalWorld();
    world.answer(await world.leave("write_file", input));
    const { call } = await world.open();
    expect(await call("write_file", input)).toMatchObject({ status: "ok" });
    rmSync(join(world.root, "a.txt"));
    expect((await call("write_file", input)).status).toBe("refused");
  });

  test("is used up before the call runs, so that a crash allows no second run", async () => {
    const world = approvalWorld();
    const used = (): readonly string[] =>
      readdirSync(join(world.stateDirectory, "approvals", "used"));
    const tool = defineTool({
      name: "deploy",
      kind: "execute",
      description: "Deploys.",
      input: { type: "object", properties: {} },
      effects: () => [write("a", "create")],
      execute: () => {
        throw new Error(`crashed with ${used().length} used`);
      },
    });
    const file = await world.leave("deploy", {}, { tools: [tool] });
    world.answer(file);
    const crashed = await world.make(file, "deploy", {}, { tools: [tool] });
    expect(crashed.error?.message).toContain("crashed with 1 used");
    const again = await world.make(file, "deploy", {}, { tools: [tool] });
    expect(again.error?.message).toContain("it was used before");
  });

  test("is used by one of two calls that are made at once", async () => {
    const world = approvalWorld();
    const file = await world.leave("run_command", { command: "make a", cwd: "." });
    world.answer(file, { outcome: "once" });
    const sessions = await Promise.all([world.open(), world.open(), world.open()]);
    const command = { command: "make a", cwd: "." };
    const outcomes = await Promise.all(sessions.map(({ call }) => call("run_command", command)));
    const refused = outcomes.filter(({ status }) => status === "refused");
    expect(refused).toHaveLength(2);
  });

  test("for the session allows what its rule covers in that session alone", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file, { outcome: "session", proposal: 1 });
    const { call } = await world.open();
    expect(await call("write_file", input)).toMatchObject({ status: "ok" });
    expect(await call("write_file", { path: "b.txt", content: "b" })).toMatchObject({
      status: "ok",
    });
    const next = await world.open();
    expect((await next.call("write_file", { path: "c.txt", content: "c" })).status).toBe("refused");
  });

  test("for the session grants the rule that was seen, or none if it is no choice now", async () => {
    const world = approvalWorld();
    const tool = defineTool({
      name: "build",
      kind: "edit",
      description: "Builds.",
      input: { type: "object", properties: {} },
      effects: () => [write("a/x", "create"), write("b/x", "create")],
      execute: () => ({ content: "built" }),
    });
    const file = await world.leave("build", {}, { tools: [tool] });
    world.answer(file, { outcome: "session", proposal: 0 });
    const settings = { rules: [{ allow: "write(b/**)" }] };
    const approvals = { place: world.questions, given: [file] };
    const { toolwright, call } = await world.open({ approvals, settings, tools: [tool] });
    expect(await call("build", {})).toMatchObject({ status: "ok" });
    expect(toolwright.session.grants).toEqual([]);
  });

  test("that denies tells the model why, and is used up by that", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file, { outcome: "deny", reason: "Use b.txt." });
    const denied = await world.make(file, "write_file", input);
    expect(denied).toMatchObject({
      status: "refused",
      error: { code: "approval-rejected", details: { feedback: "Use b.txt." } },
    });
    expect((await world.make(file, "write_file", input)).error?.message).toContain("used before");
  });

  test("of a key that the settings name counts, and that of another one doesn't", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file, { outcome: "once" }, strangersKey);
    const unknown = await world.make(file, "write_file", input);
    expect(unknown.status).toBe("refused");
    expect(unknown.error?.message).toContain(`don't name its key, ${strangersKey.name}`);
    const asking = { trustedKeys: [strangersKey.name] };
    expect(await world.make(file, "write_file", input, asking)).toMatchObject({ status: "ok" });
  });
});

describe("an approval doesn't count", () => {
  const old: Asking = { nowMs: noon + day };
  test.each<[string, RegExp, Asking]>([
    ["after its expiry", /it has expired/, old],
    ["in another mode", /the mode is another/, { mode: "plan" }],
    ["under another profile", /the profile is another/, { profile: "gemini-cli" }],
  ])("%s", async (_what, why, asking) => {
    const world = approvalWorld();
    const isPlan = asking.mode === "plan";
    const file = await world.leave("write_file", input);
    world.answer(file);
    const made = await world.make(
      file,
      "write_file",
      asking.profile ? { file_path: join(world.root, "a.txt"), content: "new\n" } : input,
      asking,
    );
    expect(made.status).toBe("refused");
    // Plan mode denies before anybody is asked.
    expect(made.error?.message).toMatch(isPlan ? /the policy denies it/ : why);
  });

  test("for other input, and the new question says what differs", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file);
    const other = { ...input, content: "worse\n" };
    const made = await world.make(file, "write_file", other);
    expect(made.error?.message).toMatch(/the input is another, .*write something else/);
    const id = String(made.error?.details?.["approval"]);
    expect(file).not.toContain(id);
    const left = join(world.questions, `${id}.json`);
    world.answer(left);
    expect(await world.make(left, "write_file", other)).toMatchObject({ status: "ok" });
  });

  test("in another workspace", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file);
    const elsewhere = join(world.folder, "home", "other");
    world.put("../home/other/x", "");
    const made = await world.make(file, "write_file", input, { workspace: elsewhere });
    expect(made.error?.message).toContain("it is for another workspace");
  });

  test("when the file that it would change has changed since", async () => {
    const world = approvalWorld();
    world.put("a.txt", "one\ntwo\nthree\n");
    const edit = { path: "a.txt", edits: [{ old_string: "two", new_string: "2" }] };
    const first = await world.open();
    await first.call("read_file", { path: "a.txt" });
    const asked = await first.call("edit_file", edit);
    const file = join(world.questions, `${String(asked.error?.details?.["approval"])}.json`);
    world.answer(file);
    world.put("a.txt", "one\ntwo\nfour\n");
    const approvals = { place: world.questions, given: [file] };
    const second = await world.open({ approvals });
    await second.call("read_file", { path: "a.txt" });
    const made = await second.call("edit_file", edit);
    expect(made.status).toBe("refused");
    expect(made.error?.message).toContain("a file that it would change has changed since");
    expect(world.read("a.txt")).toBe("one\ntwo\nfour\n");
  });

  test("when the tool's definition has changed, or what it would do", async () => {
    const world = approvalWorld();
    const tool = (description: string, path: string) =>
      defineTool({
        name: "deploy",
        kind: "execute",
        description,
        input: { type: "object", properties: {} },
        effects: () => [write(path, "create")],
        execute: () => ({ content: "deployed" }),
      });
    const file = await world.leave("deploy", {}, { tools: [tool("Deploys.", "a")] });
    world.answer(file);
    const changed = await world.make(file, "deploy", {}, { tools: [tool("Deploys it all.", "a")] });
    expect(changed.error?.message).toContain("the tool's definition has changed");
    const wider = await world.make(file, "deploy", {}, { tools: [tool("Deploys.", "b")] });
    expect(wider.error?.message).toContain("it would do something else");
  });

  test("against a rule that denies since, and when another rule asks", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file);
    const denied = { settings: { rules: [{ deny: "write(*.txt)" }] } };
    const made = await world.make(file, "write_file", input, denied);
    expect(made.error?.message).toContain("the policy denies it");
    const asks = { settings: { rules: [{ ask: "write(*.txt)", always: true as const }] } };
    const asked = await world.make(file, "write_file", input, asks);
    expect(asked.error?.message).toContain("a rule asks that did not ask before");
  });

  test("when the clock was set back, and says how to go on", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file);
    await world.leave("write_file", { ...input, path: "b.txt" }, { nowMs: noon + 2 * day });
    const approvals = { place: world.questions, given: [file] };
    const { call, told } = await world.open({ approvals, nowMs: noon });
    const made = await call("write_file", input);
    expect(made.status).toBe("refused");
    expect(made.error?.message).toContain("the person was told why");
    expect(told.join()).toMatch(/The clock was set back: it was 2026-01-03T12:00/);
  });

  test("when another machine asked, or this one's key is a new one", async () => {
    const [world, other] = [approvalWorld(), approvalWorld()];
    const file = await other.leave("write_file", input);
    other.answer(file);
    const made = await world.make(file, "write_file", input);
    expect(made.error?.message).toContain("this machine did not ask it");
    const own = await world.leave("write_file", input);
    world.answer(own);
    rmSync(join(world.stateDirectory, "approvals", "key.pem"));
    expect((await world.make(own, "write_file", input)).error?.message).toContain(
      "this machine did not ask it",
    );
  });

  test("for another question, wherever its file is copied", async () => {
    const world = approvalWorld();
    const [small, large] = [
      await world.leave("write_file", input),
      await world.leave("write_file", { path: "b.txt", content: "b" }),
    ];
    world.answer(small);
    copyFileSync(small, large);
    const { call } = await world.open();
    const made = await call("write_file", { path: "b.txt", content: "b" });
    expect(made.error?.message).toContain("the input is another");
    const [signed, unsigned] = [
      small,
      await world.leave("write_file", { path: "c", content: "c" }),
    ].map((file) => JSON.parse(readFileSync(file, "utf8")) as { answer?: object });
    const swapped = { ...unsigned, answer: signed?.answer };
    writeFileSync(large, `${JSON.stringify(swapped, null, 2)}\n`);
    expect(
      (await world.make(large, "write_file", { path: "c", content: "c" })).error?.message,
    ).toContain("it was changed since it was signed");
  });
});

describe("a question", () => {
  test.each<[string, object]>([
    ["write_file", input],
    [
      "apply_patch",
      { patch: "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-one\n+two\n*** End Patch\n" },
    ],
    ["move_path", { from: "src/a.ts", to: "src/b.ts" }],
    ["delete_path", { path: "src", recursive: true }],
    ["make_directory", { path: "new" }],
    ["run_command", { command: "make build && git status && cat src/a.ts > b", cwd: "src" }],
    ["run_command", { command: "top", tty: true }],
    ["git", { args: ["commit", "-m", "x"] }],
    ["web_fetch", { url: "https://example.com/" }],
    ["save_memory", { fact: "It rains." }],
    ["get_environment", { name: "APP_TOKEN" }],
    ["read_file", { path: ".env" }],
  ])("about %s is the same in another session", async (name, given) => {
    const world = approvalWorld();
    world.put("src/a.ts", "one\n");
    world.put(".env", "APP_TOKEN=hunter2hunter2hunter2\n");
    execFileSync("git", ["init", "-q", world.root]);
    // Plain reads come first, where a tool wants them.
    const asking: Asking = { settings: { rules: [{ ask: "read(.env)" }] } };
    const texts = [];
    for (let session = 0; session < 2; session += 1) {
      const { call } = await world.open(asking);
      await call("read_file", { path: "src/a.ts" });
      const { error } = await call(name, given);
      expect(error?.message).toContain("it waits for a person's approval");
      texts.push(
        readFileSync(join(world.questions, `${String(error?.details?.["approval"])}.json`)),
      );
    }
    expect(texts[0]).toEqual(texts[1]);
  });

  test("is the same one for the same call, and hides secrets", async () => {
    const world = approvalWorld();
    world.put(".env", "API_TOKEN=hunter2hunter2hunter2\n");
    const secret = { path: "a.txt", content: "the token is hunter2hunter2hunter2\n" };
    const file = await world.leave("write_file", secret);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("«secret:API_TOKEN»");
    expect(text).not.toContain("hunter2");
    expect(await world.leave("write_file", secret)).toBe(file);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("about a call that was asked before covers what was allowed then", async () => {
    const world = approvalWorld();
    world.put(".env", "A=1\n");
    const edit = { path: ".env", edits: [{ old_string: "A=1", new_string: "A=2" }] };
    const first = await world.open();
    expect((await first.call("read_file", { path: ".env" })).status).toBe("refused");
    world.answer(join(world.questions, `${first.approvals.waiting[0]?.id}.json`));
    expect((await first.call("read_file", { path: ".env" })).status).toBe("ok");
    const reads = await first.call("edit_file", edit);
    const file = join(world.questions, `${String(reads.error?.details?.["approval"])}.json`);
    world.answer(file);
    const writes = await first.call("edit_file", edit);
    expect(writes.status).toBe("refused");
    expect(readFileSync(file, "utf8")).toContain('"earlier": [\n');
    world.answer(file);
    expect(await first.call("edit_file", edit)).toMatchObject({ status: "ok" });
    expect(world.read(".env")).toBe("A=2\n");
    expect((await first.call("edit_file", edit)).status).not.toBe("ok");
  });

  test("about a staged change isn't left, because its stage ends with the process", async () => {
    const world = approvalWorld();
    const { toolwright, told, call } = await world.open();
    const queue = toolwright.session.approvals;
    const ask = queue.ask.bind(queue);
    queue.ask = (question, ...rest) => ask({ ...question, stage: "commit" }, ...rest);
    expect((await call("write_file", input)).status).toBe("refused");
    expect(told.join()).toContain("a stage end with their process");
  });

  test("is made again by its own session alone", async () => {
    const world = approvalWorld();
    const [first, second] = [await world.open(), await world.open()];
    await first.call("write_file", input);
    world.answer(join(world.questions, `${first.approvals.waiting[0]?.id}.json`));
    expect(await first.approvals.answered()).toMatchObject([{ name: "write_file", input }]);
    expect(second.approvals.waiting).toEqual([]);
    expect(await second.approvals.answered()).toEqual([]);
  });

  test("waits for its answer as long as it may", async () => {
    const world = approvalWorld();
    const approvals = { place: world.questions, waitMs: 60_000 };
    const { toolwright, call, approvals: own } = await world.open({ approvals });
    const asked = new Promise<void>((resolve) => {
      toolwright.session.subscribe(({ type }) => type === "approval-requested" && resolve());
    });
    const making = call("write_file", input);
    await asked;
    await expect.poll(() => own.waiting.length).toBe(1);
    world.answer(join(world.questions, `${own.waiting[0]?.id}.json`));
    expect(await making).toMatchObject({ status: "ok" });
    expect(own.waiting).toEqual([]);
    const cancelled = toolwright.session.call({
      name: "write_file",
      input: { path: "b", content: "" },
    });
    await expect.poll(() => own.waiting.length).toBe(1);
    cancelled.cancel();
    expect(await cancelled).toMatchObject({ status: "cancelled" });
  });
});
