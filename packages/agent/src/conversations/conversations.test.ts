import { defineTool, type Session } from "@toolwright/core";
import { createMemoryJournal, type JournalStore } from "@toolwright/workspace";
import { describe, expect, test } from "vitest";
import { Agent, type AgentOptions } from "../agent.ts";
import { memorySession } from "../fixtures/memory-session.ts";
import type { Message } from "../model/message.ts";
import type { ModelRequest } from "../model/model.ts";
import { scriptedModel, type ScriptedStep } from "../testing/index.ts";
import type { ConversationLog, ConversationRecord } from "./conversation-log.ts";
import { foldRecords } from "./fold-records.ts";
import { interruptedResults } from "./interrupted-calls.ts";
import { parseRecords } from "./parse-records.ts";
import { readConversation } from "./read-conversation.ts";
import { redactRecord } from "./redact-record.ts";
import { summarizeLines } from "./summarize-lines.ts";

interface MemoryLog extends ConversationLog {
  readonly records: ConversationRecord[];
  isFull: boolean;
}

function memoryLog(): MemoryLog {
  return {
    callIds: [],
    records: [],
    isFull: false,
    append(record) {
      if (this.isFull) throw new Error("The disk of /state is full.");
      this.records.push(structuredClone(record));
    },
  };
}

const noInput = { type: "object", properties: {}, additionalProperties: false } as const;

async function openSession(look: () => string = () => "seen"): Promise<Session> {
  return memorySession([
    defineTool({
      name: "look",
      kind: "read",
      description: "Looks.",
      input: noInput,
      effects: () => [],
      execute: () => ({ content: look() }),
    }),
  ]);
}

async function agentFor(
  log: ConversationLog,
  steps: readonly ScriptedStep[],
  options: Partial<AgentOptions> = {},
): Promise<Agent> {
  const session = options.session ?? (await openSession());
  return new Agent({ session, model: scriptedModel(steps), system: "", log, ...options });
}

const twoCalls: readonly ScriptedStep[] = [
  { reasoning: "Hm.", text: "I look.", calls: [{ name: "look" }, { name: "look" }] },
  { text: "Done." },
];

describe("an agent with a log", () => {
  test("stores what is said, each call before it starts", async () => {
    const log = memoryLog();
    const before: string[] = [];
    const session = await openSession(() => {
      before.push(log.records.at(-1)?.type ?? "");
      return "seen";
    });
    const agent = await agentFor(log, twoCalls, { session });
    await agent.run("Look twice.");
    expect(log.records.map(({ type }) => type)).toEqual([
      "turn",
      "user",
      "begun",
      "begun",
      "answer",
      "answer",
      "end",
    ]);
    expect(before).toEqual(["begun", "begun"]);
    expect(log.records.at(-1)).toEqual({ type: "end", status: "done" });
    expect(foldRecords(log.records)).toMatchObject({
      messages: agent.messages,
      history: agent.messages,
      pending: [],
      lastTurn: { turn: 1, sessionId: session.id, model: "scripted" },
      end: { status: "done" },
    });
  });

  test("starts no call that can't be stored, and ends with the reason", async () => {
    const log = memoryLog();
    let looks = 0;
    const session = await openSession(() => `${(looks += 1)}`);
    const model = scriptedModel(twoCalls, { onRequest: () => (log.isFull = true) });
    const agent = await agentFor(log, [], { model, session });
    expect(await agent.run("Look twice.")).toMatchObject({
      status: "failed",
      reason: "The disk of /state is full.",
    });
    expect(looks).toBe(0);
    log.isFull = false;
    const again = await agentFor(log, [{ text: "Fine." }], { messages: agent.messages });
    expect(await again.run("Go on.")).toMatchObject({ status: "done" });
    expect(foldRecords(log.records).messages).toEqual(again.messages);
  });

  test("stores later what the log refused", async () => {
    const log = memoryLog();
    const session = await openSession(() => {
      log.isFull = true;
      return "seen";
    });
    const steps = [{ calls: [{ name: "look" }] }, { text: "Fine." }];
    const agent = await agentFor(log, steps, { session });
    expect(await agent.run("Look.")).toMatchObject({ status: "failed" });
    log.isFull = false;
    expect(await agent.run("Go on.")).toMatchObject({ status: "done" });
    expect(foldRecords(log.records).messages).toEqual(agent.messages);
  });

  test("gives no call the id of an earlier one", async () => {
    const log = { ...memoryLog(), callIds: ["call_1"] };
    const agent = await agentFor(log, [{ calls: [{ name: "look" }] }, { text: "Done." }]);
    await agent.run("Look.");
    expect(JSON.stringify(agent.messages)).toContain('"id":"call_1_1"');
  });

  test("tells the model a note before the first task, once", async () => {
    const requests: ModelRequest[] = [];
    const model = scriptedModel([{ text: "A." }, { text: "B." }], {
      onRequest: (request) => requests.push(request),
    });
    const agent = await agentFor(memoryLog(), [], { model, note: "Started again." });
    await agent.run("One.");
    await agent.run("Two.");
    const said = JSON.stringify(requests[1]?.messages);
    expect(said.match(/Started again\./g)).toHaveLength(1);
    expect(said.indexOf("Started again.")).toBeLessThan(said.indexOf("One."));
  });
});

const turn = { type: "turn", turn: 1, sessionId: "s", model: "m/1" } as const;
const user = { type: "user", content: [{ type: "text", text: "Look.\nClosely." }] } as const;
const signed = {
  type: "reasoning",
  text: "Hm.",
  vendor: { anthropic: { signature: "x" } },
} as const;
const call = {
  type: "tool-call",
  id: "c1",
  name: "look",
  input: "{}",
  vendor: { google: { thoughtSignature: "y" } },
} as const;

function resultsOf(callId: string): Extract<Message, { role: "tool" }>["results"] {
  const content = [{ type: "text", text: "seen" } as const];
  return [
    {
      name: "look",
      outcome: {
        callId,
        tool: "look",
        status: "ok",
        content,
        display: null,
        structured: null,
        error: null,
        decision: null,
        effects: [],
        metadata: {},
        durationMs: 1,
      },
    },
  ];
}

const answer = { type: "answer", parts: [], results: resultsOf("c1") } as const;

describe("stored records", () => {
  test("keep the vendor's data for the model that gave it, and for no other", () => {
    const records = [turn, user, { type: "begun", parts: [signed, call] } as const, answer];
    expect(foldRecords(records, "m/1").messages[1]?.["content" as never]).toEqual([signed, call]);
    const { vendor: _, ...bare } = call;
    expect(foldRecords(records, "m/2").messages[1]?.["content" as never]).toEqual([bare]);
    expect(foldRecords(records, "m/2").history[1]?.["content" as never]).toEqual([signed, call]);
  });

  test("tell which calls were in flight, without half an answer", () => {
    const folded = foldRecords([turn, user, { type: "begun", parts: [signed, call] }]);
    expect(folded.pending).toEqual([signed, call]);
    expect(folded.messages).toHaveLength(1);
    expect(folded.end).toBeNull();
  });

  test("replace what the model is told, but not the history", () => {
    const short: Message = { role: "user", content: [{ type: "text", text: "Summary." }] };
    const begun = { type: "begun", parts: [call] } as const;
    const folded = foldRecords([
      turn,
      user,
      begun,
      answer,
      { type: "replaced", messages: [short] },
    ]);
    expect(folded.messages).toEqual([short]);
    expect(folded.history).toHaveLength(3);
  });

  test.each([
    ["a call without its result", { type: "answer", parts: [call], results: [] }],
    ["the result of another call", { type: "answer", parts: [call], results: resultsOf("c2") }],
    ["a result without its call", answer],
  ] as const)("are refused with %s", (_, record) => {
    expect(() => foldRecords([turn, user, record])).toThrow("line 4 doesn't fit");
  });

  test("are read back as they were written", () => {
    const records = [turn, user, { type: "begun", parts: [signed, call] } as const, answer];
    expect(parseRecords(records.map((record) => JSON.stringify(record)))).toEqual(records);
  });

  test.each([
    ["no JSON", '{"type":"user"'],
    ["an unknown type", '{"type":"hint"}'],
    ["a part of another kind", '{"type":"user","content":[{"type":"video"}]}'],
    ["a call without an id", '{"type":"begun","parts":[{"type":"tool-call","name":"x"}]}'],
  ])("name the line that is %s", (_, line) => {
    expect(() => parseRecords([JSON.stringify(turn), line])).toThrow("line 3 is invalid");
  });

  test("are summarized by the first task and the last run", () => {
    const lines = [turn, user, { ...turn, turn: 2, model: "m/2" }, { type: "end", status: "done" }];
    const stamped = lines.map((line, at) => JSON.stringify({ ...line, atMs: 1_000 + at }));
    expect(summarizeLines(stamped)).toEqual({
      title: "Look.",
      model: "m/2",
      sessionId: "s",
      lastTurn: 2,
      turns: 2,
      startedAtMs: 1_000,
      status: "done",
    });
    const killed = [...lines, turn].map((line) => JSON.stringify(line));
    expect(summarizeLines(killed)).toMatchObject({ turns: 3, status: null });
    expect(summarizeLines([])).toMatchObject({ title: "", model: "", turns: 0, status: null });
  });

  test("have no note of the agent as their title", () => {
    const note = { type: "text", text: "The mode has changed.", isFromAgent: true } as const;
    const task = { type: "text", text: "Look." } as const;
    const said = [[note], [note, task]].map((content) => JSON.stringify({ type: "user", content }));
    expect(summarizeLines(said)).toMatchObject({ title: "Look." });
  });
});

test("a stored conversation holds no secrets, and no reasoning whose text was changed", async () => {
  const redactor = { redact: (said: string) => said.replaceAll("hunter2", "«secret:P»") };
  const records: readonly ConversationRecord[] = [
    turn,
    { type: "user", content: [{ type: "text", text: "It is hunter2." }] },
    {
      type: "begun",
      parts: [{ ...signed, text: "hunter2?" }, signed, { ...call, input: '{"p":"hunter2"}' }],
    },
    answer,
    {
      type: "replaced",
      messages: [
        { role: "assistant", content: [{ type: "text", text: "hunter2" }] },
        { role: "assistant", content: [{ ...call, name: "hunter2" }] },
      ],
    },
    { type: "end", status: "failed", reason: "hunter2" },
  ];
  const stored = records.map((record) => JSON.stringify(redactRecord(record, redactor)));
  expect(stored.join("\n")).not.toContain("hunter2");
  const read = await readConversation(stored, { redactor, model: "m/1" });
  expect(read.history[1]?.["content" as never]).toEqual([
    signed,
    { ...call, input: '{"p":"«secret:P»"}' },
  ]);
});

describe("the results of interrupted calls", () => {
  const effects = [{ type: "write", path: "/ws/a.txt", change: "modify" }] as const;
  const base = { tool: "look", agent: "main", input: {}, turn: 1, startedAtMs: 1, approvals: [] };

  function started(journal: JournalStore, sessionId: string, callId: string): void {
    const decision = { decision: "allow", mode: "default", proof: [] } as const;
    void journal.recordIntent({ ...base, sessionId, callId, effects, decision });
  }

  async function textFor(journal: JournalStore): Promise<string> {
    const [result] = await interruptedResults([signed, call], {
      id: "s",
      journal,
      roots: ["/ws"],
    });
    return JSON.stringify(result?.outcome);
  }

  test("say that a call never began", async () => {
    expect(await textFor(createMemoryJournal())).toContain("Not run: the process was killed");
  });

  test("say what a call may have done", async () => {
    const journal = createMemoryJournal();
    started(journal, "s", "c1");
    const entry = journal.entryOf("s", "c1") ?? 0;
    journal.recordBefore(entry, [{ path: "/ws/a.txt", before: { kind: "absent" } }]);
    started(journal, "s/c1", "c9");
    const said = await textFor(journal);
    expect(said).toContain(
      "unknown: the process was killed while it ran; look before you repeat it",
    );
    expect(said).toContain("write a.txt");
    expect(said).toContain("Paths that it was changing:\\na.txt");
    expect(said).toContain("look: unknown");
  });

  test("give what the journal kept of a call that had ended", async () => {
    const journal = createMemoryJournal();
    started(journal, "s", "c1");
    const { outcome } = resultsOf("c1")[0] ?? {};
    void journal.recordOutcome({ ...base, sessionId: "s", callId: "c1", outcome } as never);
    const said = await textFor(journal);
    expect(said).toContain("after this call had ended");
    expect(said).toContain('"text":"seen"');
  });
});
