import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openApprovalFolder, readQuestionFile, replaceQuestionFile } from "./approval-folder.ts";
import { approvalWorld } from "./fixtures/approval-world.ts";

const input = { path: "a.txt", content: "new\n" };

describe("the folder of questions", () => {
  test("is made if need be, and its questions are for this user alone", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    expect(readdirSync(world.questions)).toEqual([file.slice(world.questions.length + 1)]);
  });

  test("may hold ten thousand other files", async () => {
    const world = approvalWorld();
    mkdirSync(world.questions);
    for (let index = 0; index < 10_000; index += 1) {
      writeFileSync(join(world.questions, `q-${index.toString(16).padStart(12, "0")}.json`), "{}");
    }
    const file = await world.leave("write_file", input);
    world.answer(file);
    expect(await world.make(file, "write_file", input)).toMatchObject({ status: "ok" });
  });

  test("isn't followed where a link leads", () => {
    const { folder, questions } = approvalWorld();
    mkdirSync(join(folder, "home", "target"));
    symlinkSync(join(folder, "home", "target"), questions);
    expect(() => openApprovalFolder(questions)).toThrow("it is a link: name its target");
    expect(() => openApprovalFolder(join(folder, "none", "\0"))).toThrow("No question can be left");
  });

  test("that was swapped for a link gets no question", async () => {
    const world = approvalWorld();
    const { call, told } = await world.open();
    rmSync(world.questions, { recursive: true });
    mkdirSync(join(world.folder, "target"));
    symlinkSync(join(world.folder, "target"), world.questions);
    expect((await call("write_file", input)).status).toBe("refused");
    expect(told.join()).toContain("leads elsewhere than at the start");
    expect(readdirSync(join(world.folder, "target"))).toEqual([]);
  });

  test("that can't be written to costs the question, and the person is told why", async () => {
    const world = approvalWorld();
    const { call, told } = await world.open();
    rmSync(world.questions, { recursive: true });
    writeFileSync(world.questions, "");
    const outcome = await call("write_file", input);
    expect(outcome.status).toBe("refused");
    expect(outcome.error?.message).toContain("no question can be left");
    expect(told.join()).toMatch(/The question can't be left: /);
  });

  test("on a full disk keeps no half question", async (context) => {
    const world = approvalWorld();
    mkdirSync(world.questions);
    const isRoot = process.platform === "linux" && process.getuid?.() === 0;
    const mount = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", world.questions];
    if (!isRoot || spawnSync("mount", mount).status !== 0) {
      return context.skip("only root can mount a small disk");
    }
    onTestFinished(() => void execFileSync("umount", [world.questions]));
    expect(() => {
      for (;;) appendFileSync(join(world.questions, "filler"), Buffer.alloc(512));
    }).toThrow("ENOSPC");
    const { call, told } = await world.open();
    expect((await call("write_file", input)).status).toBe("refused");
    expect(told.join()).toContain("ENOSPC");
    expect(readdirSync(world.questions)).toEqual(["filler"]);
  });
});

describe("the file of an answer", () => {
  test.each<[string, (file: string) => void, string]>([
    ["is missing", (file) => rmSync(file), "no such file"],
    ["is a link to another answer", (file) => relinked(file), "it is a link"],
    ["is a directory", (file) => (rmSync(file), mkdirSync(file)), "not a regular file"],
    ["is a FIFO without a writer", (file) => fifo(file), "not a regular file"],
    ["is huge", (file) => truncateSync(file, 2 ** 36), "it is too long"],
    ["has something behind it", (file) => appendFileSync(file, " "), "it was changed"],
    ["is cut off", (file) => truncateSync(file, 100), "it is no JSON of one"],
    ["is empty", (file) => truncateSync(file, 0), "it is no JSON of one"],
    ["is binary", (file) => writeFileSync(file, Buffer.alloc(1000, 0xff)), "it is no JSON of one"],
  ])("that %s allows nothing", async (_what, spoil, why) => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    world.answer(file);
    spoil(file);
    const outcome = await world.make(file, "write_file", input);
    expect(outcome.status).toBe("refused");
    // A directory in its place can't be replaced by a new question.
    if (outcome.error?.details !== undefined) expect(outcome.error.message).toContain(why);
  });

  test("must be there before anything else happens", async () => {
    const world = approvalWorld();
    const approvals = { given: [join(world.folder, "none", "q.json")] };
    await expect(world.open({ approvals })).rejects.toThrow("There is no file");
    expect(readdirSync(world.folder)).not.toContain("none");
  });

  test("keeps who may read it", async () => {
    const world = approvalWorld();
    const file = await world.leave("write_file", input);
    if (process.platform === "win32") return;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o640);
    replaceQuestionFile(file, readFileSync(file, "utf8"));
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test("without permission to read it allows nothing", () => {
    const { folder } = approvalWorld();
    const file = join(folder, "q.json");
    writeFileSync(file, "");
    chmodSync(file, 0);
    if (process.getuid?.() === 0) expect(readQuestionFile(file)).toBe("");
    else expect(() => readQuestionFile(file)).toThrow("EACCES");
    expect(readQuestionFile(join(folder, "none"))).toBeNull();
  });
});

function relinked(file: string): void {
  const text = readFileSync(file);
  rmSync(file);
  writeFileSync(`${file}.other`, text);
  symlinkSync(`${file}.other`, file);
}

function fifo(file: string): void {
  rmSync(file);
  execFileSync("mkfifo", [file]);
}
