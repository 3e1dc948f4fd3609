import type { Message, UserPart } from "@toolwright/agent";
import { createMemoryWorkspace } from "@toolwright/testing";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtinTools } from "@toolwright/tools";
import { expect, onTestFinished, test } from "vitest";
import {
  openAgentBench,
  type AgentBenchOptions,
  type AgentBench,
} from "../fixtures/agent-bench.ts";
import { mentionOfPasted } from "../prompt/pasted-path.ts";
import { mentionsIn } from "./attachments.ts";

// One pixel.
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const files = {
  "src/a.ts": "export const a = 1;\n",
  "my notes.txt": "remember the milk\n",
  ".env": "TOKEN=s3cr3t-value\n",
  "b.png": Buffer.from(png, "base64"),
};

async function open(
  steps: Parameters<typeof openAgentBench>[0] = [{ text: "I see." }],
  options: AgentBenchOptions = {},
): Promise<AgentBench> {
  const tools = (await builtinTools()).filter(({ name }) =>
    /^(?:read_file|list_directory)$/.test(name),
  );
  return openAgentBench(steps, {
    tools,
    workspace: createMemoryWorkspace({ files }),
    ...options,
  });
}

/** The person's last message, as the model got it. */
function sentParts({ requests }: AgentBench): readonly UserPart[] {
  const messages = JSON.parse(requests.at(-1) ?? "[]") as readonly Message[];
  const last = messages.findLast((message) => message.role === "user");
  return last?.role === "user" ? last.content : [];
}

test("the files that a message names reach the model with it, each read in one line", async () => {
  const bench = await open();
  bench.send('Compare @src/a.ts, @"my notes.txt" and (@src/a.ts).');
  await bench.until(() => bench.printed().includes("I see."));
  const content = sentParts(bench);
  expect(content[0]).toEqual({
    type: "text",
    text: 'Compare @src/a.ts, @"my notes.txt" and (@src/a.ts).',
  });
  const attached = content.slice(1);
  expect(attached.every(({ isFromAgent }) => isFromAgent === true)).toBe(true);
  const texts = attached.map((part) => ("text" in part ? part.text : "")).join("\n");
  expect(texts).toContain("@src/a.ts, attached by the user:\n1\texport const a = 1;");
  expect(texts).toContain("@my notes.txt, attached by the user:\n1\tremember the milk");
  expect(texts.match(/export const/g)).toHaveLength(1);
  expect(bench.printed()).toMatch(
    /✓ Read file: read src\/a\.ts {2}\d+ ms\n✓ Read file: read my notes\.txt {2}\d+ ms\n\nI see\./,
  );
  expect(bench.printed()).not.toContain("export const");
});

test("a folder is listed, an image is an image, and what doesn't exist is only text", async () => {
  const bench = await open();
  bench.send("Look at @src/ and @b.png, @nobody and me@example.com");
  await bench.until(() => bench.printed().includes("I see."));
  const content = sentParts(bench);
  expect(JSON.stringify(content)).toContain("a.ts");
  expect(content.filter(({ type }) => type === "image")).toEqual([
    { type: "image", mimeType: "image/png", data: png, isFromAgent: true },
  ]);
  expect(content.filter(({ type }) => type === "text")).toHaveLength(5);
});

test("for a model that takes no images, a line says so and the message goes without", async () => {
  const bench = await open([{ text: "No picture." }], { images: false });
  bench.send("Look at @b.png");
  await bench.until(() => bench.printed().includes("No picture."));
  expect(bench.printed()).toContain("This model takes no images, so 'b.png' isn't attached.");
  expect(sentParts(bench)).toHaveLength(1);
});

test("a message with a file that comes while the agent works waits with its file", async () => {
  const bench = await open([
    { calls: [{ name: "run", input: { command: "make" } }] },
    { when: "And more.", text: "Both." },
    { when: "And this", text: "This." },
    { text: "Made." },
  ]);
  const { send, until, press, finish, done, printed, mode } = bench;
  send("Make it.");
  await until(({ questions, isTyping }) => questions.length > 0 && !isTyping);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 2);
  send("And this: @src/a.ts");
  send("And more.");
  expect(mode.state.agent?.queued).toEqual(["And this: @src/a.ts", "And more."]);
  finish();
  await until(() => printed().includes("Both."));
  await done();
  const requests = bench.requests.join("");
  expect(requests).toContain("export const a");
  expect(requests.indexOf("And this")).toBeLessThan(requests.indexOf("And more."));
});

test("a file whose read fails isn't attached, and the message goes all the same", async () => {
  const workspace = createMemoryWorkspace({ files: { "raw.bin": Buffer.from([0, 1, 2, 0, 255]) } });
  const bench = await open([{ text: "Hm." }], { workspace });
  bench.send("See @raw.bin");
  await bench.until(() => bench.printed().includes("Hm."));
  expect(bench.printed()).toMatch(/✗ Read file: read raw\.bin/);
  expect(sentParts(bench)).toHaveLength(1);
});

test.each([
  ["@a.ts", ["a.ts"]],
  ["see @src/a.ts.", ["src/a.ts"]],
  ['@"a b.ts" (@c)', ["a b.ts", "c"]],
  ["me@example.com and @@", ["@"]],
  ['an open @"quote', []],
])("%s mentions %j", (text, expected) => {
  expect(mentionsIn(text)).toEqual(expected);
});

test("a dropped image becomes a mention, in each way that terminals paste its path", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "my picture.png");
  writeFileSync(path, "");
  const mention = `@"${path}" `;
  expect(mentionOfPasted(`'${path}'`)).toBe(mention);
  expect(mentionOfPasted(`${path.replace(" ", "\\ ")} `)).toBe(mention);
  expect(mentionOfPasted(`"${path}"\n`)).toBe(mention);
  expect(mentionOfPasted(`file://${path.replace(" ", "%20")}`)).toBe(mention);
  for (const other of [folder, `${folder}/none.png`, "some text", `see '${path}'`, "file://%"]) {
    expect(mentionOfPasted(other)).toBe(other);
  }
});

test.each([
  [140, "✓ Read file: read src/a.ts  N ms\n✓ List directory: read src"],
  [80, "✓ Read file: read src/a.ts  N ms\n✓ List directory: read src"],
  [20, "✓ Read file: read\n  src/a.ts  N ms\n✓ List directory:\n  read src"],
])("in %i columns attached files are rows of their own that fit", async (columns, rows) => {
  const bench = await open(undefined, { columns });
  bench.send("Look at @src/a.ts and @src .");
  await bench.until(() => bench.printed().includes("I see."));
  expect(bench.printed().replaceAll(/\d+ ms/g, "N ms")).toContain(rows);
  for (const row of bench.printed().split("\n")) expect(row.length).toBeLessThan(columns);
});
