import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent, Message, Model, ModelEvent, ModelRequest } from "@toolwright/agent";
import { expect, test } from "vitest";
import { testWorld } from "../fixtures/test-world.ts";
import type { ToolwrightOptions } from "../options.ts";
import type { Toolwright } from "../toolwright.ts";

const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of the file`);

async function open(options: ToolwrightOptions = {}): Promise<Toolwright> {
  const world = testWorld({ settings: {}, ...options });
  for (let at = 0; at < 8; at += 1) world.put(`${at}.txt`, lines.join("\n"));
  return world.open();
}

const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

function called(name: string, input: unknown): readonly ModelEvent[] {
  const call = { type: "tool-call", id: "", name, input: JSON.stringify(input) } as const;
  return [
    { type: "part", part: call },
    { type: "finish", reason: "tool-calls", usage },
  ];
}

function said(text: string): readonly ModelEvent[] {
  return [
    { type: "part", part: { type: "text", text } },
    { type: "finish", reason: "stop", usage },
  ];
}

/** A model that answers what `answer` makes of the request. */
function answering(
  contextTokens: number,
  answer: (request: ModelRequest) => readonly ModelEvent[],
): Model {
  return {
    id: "answering",
    contextTokens,
    async *stream(request) {
      yield* answer(request);
    },
  };
}

function textOf(messages: readonly Message[]): string {
  const texts: string[] = [];
  for (const message of messages) {
    const parts: readonly { readonly type: string; readonly text?: string }[] =
      message.role === "tool"
        ? message.results.flatMap(({ outcome }) => outcome.content)
        : message.content.map((part) => (part.type === "tool-call" ? { type: part.type } : part));
    texts.push(...parts.map(({ text = "" }) => text));
  }
  return texts.join("\n");
}

test.each([
  ["canonical", "read_file", "path"],
  ["claude-code", "Read", "file_path"],
  ["gemini-cli", "read_file", "absolute_path"],
  ["opencode", "read", "filePath"],
  ["kode", "read_file", "file_path"],
  ["mutsumi", "read_file", "uri"],
] as const)(
  "the model of a compacted conversation reads what was left out by the call that it is told (%s)",
  async (profile, name, field) => {
    const opened = await open({ profile });
    let step = 0;
    let answer = "";
    const model = answering(30_000, ({ messages, tools }) => {
      if (tools.length === 0) return said("## Done\nLooked at the files.");
      const [, tool = "", input = ""] =
        /read it with (\S+) (\{[^}]*\})/.exec(textOf(messages)) ?? [];
      if (answer === "asked") {
        answer = textOf(messages.slice(-1));
        return said("Read it again.");
      }
      if (tool !== "") {
        answer = "asked";
        expect(tool).toBe(name);
        return called(tool, JSON.parse(input));
      }
      step += 1;
      const path = join(opened.session.workspace.cwd, `${step % 8}.txt`);
      // Long texts of the model can't be replaced by references.
      const text = `${"I think about it. ".repeat(200)}${step}`;
      return [{ type: "part", part: { type: "text", text } }, ...called(name, { [field]: path })];
    });
    const agent = await opened.agent({ model });
    const run = agent.run("Read all files.");
    const methods: string[] = [];
    for await (const event of run) if (event.type === "compaction") methods.push(event.method);
    expect(await run).toMatchObject({ status: "done", text: "Read it again." });
    expect(methods).toContain("summary");
    expect(answer).toContain("I think about it.");
    expect(answer).toContain("message of the person");
  },
);

test("secrets are hidden in what is stored of a conversation", async () => {
  const secret = "sk-live-0123456789abcdef0123";
  const opened = await open({
    environment: { HOME: mkdtempSync(join(tmpdir(), "home-")), STRIPE_API_KEY: secret },
  });
  let step = 0;
  const model = answering(20_000, ({ tools }) => {
    if (tools.length === 0) return said(`## Done\nThe key is ${secret}.`);
    step += 1;
    return step > 30
      ? said("Done.")
      : [
          { type: "part", part: { type: "text", text: `${secret} ${"word ".repeat(800)}` } },
          ...called("list_directory", { path: ".", depth: (step % 3) + 1 }),
        ];
  });
  const agent = await opened.agent({ model });
  const events: AgentEvent[] = [];
  for await (const event of agent.run("Look.")) events.push(event);
  const handles = events.flatMap((event) => (event.type === "compaction" ? [event.handle] : []));
  expect(handles.length).toBeGreaterThan(0);
  for (const path of handles) {
    const { content } = await opened.session.call({ name: "read_file", input: { path } });
    // As in every file that is read, a placeholder in it is marked as text.
    expect(JSON.stringify(content)).toContain("«secret:literal:STRIPE_API_KEY»");
    expect(JSON.stringify(content)).not.toContain(secret);
  }
});

test("the settings say how large the model's context is, and when to compact", async () => {
  const steps = (): Model => {
    let step = 0;
    return answering(1_000_000, ({ tools }) => {
      step += 1;
      if (tools.length === 0) return said("## Done\nAll.");
      return step > 10
        ? said("Done.")
        : [
            { type: "part", part: { type: "text", text: "word ".repeat(2_000) } },
            ...called("list_directory", { path: ".", depth: (step % 3) + 1 }),
          ];
    });
  };
  const compactions = async (compactAt: number | boolean): Promise<number> => {
    const opened = await open({ settings: { agent: { compactAt } } });
    const run = (await opened.agent({ model: { ...steps(), contextTokens: 20_000 } })).run("Look.");
    let count = 0;
    for await (const event of run) if (event.type === "compaction") count += 1;
    return count;
  };
  expect(await compactions(false)).toBe(0);
  expect(await compactions(true)).toBeGreaterThan(0);
  expect(await compactions(0.5)).toBeGreaterThan(await compactions(1));
});
