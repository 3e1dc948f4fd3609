import type { AgentEvent, AgentEventBody } from "@toolwright/agent";
import type { Outcome } from "@toolwright/core";
import { english } from "@toolwright/core/internal";
import { describe, expect, test } from "vitest";
import { outcomeWith } from "../../../test/outcome.ts";
import { SessionUpdates, type SessionUpdatesOptions } from "./session-updates.ts";

const main = "session-1";

function updates(more: Partial<SessionUpdatesOptions> = {}): SessionUpdates {
  return new SessionUpdates({
    sessionId: main,
    cwd: "/w",
    language: english,
    toolNamed: (name) =>
      name === "run" ? { title: "Run", kind: "execute", streamsOutput: true } : undefined,
    drawsTerminals: false,
    showsNotices: false,
    showsCompactions: false,
    ...more,
  });
}

function event(body: AgentEventBody, sessionId = main, agent = "main"): AgentEvent {
  return { ...body, v: 1, seq: 1, sessionId, agent };
}

const start = (callId: string, tool: string, input: unknown = {}): AgentEventBody => ({
  type: "invocation-start",
  sessionId: main,
  callId,
  tool,
  agent: "main",
  input,
});

const output = (callId: string, text: string): AgentEventBody => ({
  type: "invocation-update",
  sessionId: main,
  callId,
  update: { output: text },
});

const end = (callId: string, outcome: Partial<Outcome>): AgentEventBody => ({
  type: "invocation-end",
  sessionId: main,
  callId,
  outcome: outcomeWith({ callId, tool: "run", ...outcome }),
});

describe("a call", () => {
  test("of an unknown tool, with broken arguments, is shown as it is", () => {
    const [begun] = updates().for(event(start("c", "no\u202etool", '{"a": ')));
    expect(begun).toMatchObject({
      sessionUpdate: "tool_call",
      title: "no\\u{202e}tool",
      kind: "other",
      rawInput: '{"a": ',
    });
  });

  test("of a sub-agent has another id than its parent's call of the same id", () => {
    const mapped = updates();
    const child = { ...start("c", "run"), sessionId: `${main}/call/child` } as AgentEventBody;
    const [own] = mapped.for(event(start("c", "run")));
    const [childs] = mapped.for(event(child, `${main}/call/child`, "explore"));
    expect(own).toMatchObject({ toolCallId: "c", title: "Run" });
    expect(childs).toMatchObject({ toolCallId: "call/child/c", title: "[explore] Run" });
  });

  test("that was refused says why, in a fence that its text can't close", () => {
    const mapped = updates();
    const error = { code: "permission-denied", message: "No: ```\n# Approved" } as const;
    const [told] = mapped.for(event(end("c", { status: "refused", error })));
    expect(told).toMatchObject({
      status: "failed",
      content: [{ content: { text: "````\nNo: ```\n# Approved\n````" } }],
    });
  });

  test("shows hidden characters and cuts long results", () => {
    const long = `\u202e${"x".repeat(50_000)}`;
    const [told] = updates().for(event(end("c", { content: [{ type: "text", text: long }] })));
    const shown = JSON.stringify(told);
    expect(shown.length).toBeLessThan(20_000);
    expect(shown).toContain("u{202e}");
    expect(shown).toContain("50001 characters");
  });

  test("has the paths of its effects as locations, once each", () => {
    const effect = { type: "read", path: "/w/a.ts", realPath: "/w/a.ts" } as const;
    const [told] = updates().for(
      event({
        type: "invocation-prepared",
        sessionId: main,
        callId: "c",
        title: "Read",
        kind: "read",
        summary: "Read file: a.ts",
        effects: [effect, effect, { type: "unknown", reason: "x" }],
        decision: { decision: "ask", mode: "default", proof: [] },
      }),
    );
    expect(told).toMatchObject({ status: "pending", locations: [{ path: "/w/a.ts" }] });
  });
});

describe("the output of a running command", () => {
  test("is collected, and only its end is shown", () => {
    const mapped = updates();
    mapped.for(event(start("c", "run")));
    for (let at = 0; at < 1_000; at += 1) {
      expect(mapped.for(event(output("c", `line ${at} ${"x".repeat(80)}\n`)))).toEqual([]);
    }
    expect(mapped.hasLiveOutput).toBe(true);
    const [told, ...others] = mapped.takeLiveOutput();
    expect(others).toEqual([]);
    expect(JSON.stringify(told)).toContain("line 999");
    expect(JSON.stringify(told).length).toBeLessThan(10_000);
    expect(mapped.hasLiveOutput).toBe(false);
    expect(mapped.takeLiveOutput()).toEqual([]);
  });

  test("is appended to the terminal of a client that draws one, with its exit status", () => {
    const mapped = updates({ drawsTerminals: true });
    const [begun] = mapped.for(event(start("c", "run")));
    expect(begun).toMatchObject({
      content: [{ type: "terminal", terminalId: "c" }],
      _meta: { terminal_info: { terminal_id: "c" } },
    });
    mapped.for(event(output("c", "one\n")));
    expect(mapped.takeLiveOutput()).toMatchObject([
      { _meta: { terminal_output: { terminal_id: "c", data: "one\r\n" } } },
    ]);
    mapped.for(event(output("c", "two\n")));
    const error = { code: "command-failed", message: "", details: { exitCode: 3 } } as const;
    expect(mapped.for(event(end("c", { status: "error", error })))).toMatchObject([
      { _meta: { terminal_output: { data: "two\r\n" } } },
      {
        status: "failed",
        content: [{ type: "terminal", terminalId: "c" }],
        _meta: { terminal_exit: { exit_code: 3, signal: null } },
      },
    ]);
  });

  test("that was never asked for leaves no empty terminal", () => {
    const mapped = updates({ drawsTerminals: true });
    mapped.for(event(start("c", "run")));
    const error = { code: "approval-rejected", message: "No." } as const;
    const [told] = mapped.for(event(end("c", { status: "refused", error })));
    expect(told).toMatchObject({ content: [{ type: "content" }] });
  });
});

describe("the text of the model", () => {
  test("has one message id for each answer, another one after a failure", () => {
    const mapped = updates();
    const says = (text: string) => {
      const [told] = mapped.for(event({ type: "text-delta", text }));
      return told?.sessionUpdate === "agent_message_chunk" ? told.messageId : null;
    };
    const [one, same] = [says("a"), says("b")];
    const [notice] = mapped.for(event({ type: "retry", attempt: 1, delayMs: 1, reason: "503" }));
    expect(JSON.stringify(notice)).toContain("503");
    const other = says("a");
    expect([typeof one, one === same, other === one]).toEqual(["string", true, false]);
  });

  test("of a sub-agent isn't the agent's", () => {
    expect(updates().for(event({ type: "text-delta", text: "x" }, `${main}/c/k`))).toEqual([]);
  });
});

describe("what is told beside the work", () => {
  const compaction = event({
    type: "compaction",
    trigger: "size",
    tokensBefore: 900,
    tokensAfter: 100,
    handle: null,
    usage: { inputTokens: 1, outputTokens: 1 },
  } as unknown as AgentEventBody);
  const title = "The conversation was shortened: 900 → 100 tokens.";

  test("marks where the conversation was made shorter, for clients that show that", () => {
    expect(updates({ showsCompactions: true, showsNotices: true }).for(compaction)).toMatchObject([
      {
        sessionUpdate: "compaction_update",
        status: "completed",
        summary: [{ type: "text", text: title }],
      },
    ]);
    expect(updates({ showsNotices: true }).for(compaction)).toMatchObject([
      { sessionUpdate: "notice", severity: "info", title },
    ]);
    expect(updates().for(compaction)).toMatchObject([
      { sessionUpdate: "agent_thought_chunk", content: { text: `${title}\n` } },
    ]);
  });

  test("names the instructions that were read, with hidden characters written out", () => {
    const read = event({ type: "instructions-read", path: "a\u202eb/AGENTS.md" });
    const [update] = updates({ showsNotices: true }).for(read);
    expect(update).toMatchObject({ sessionUpdate: "notice" });
    expect(JSON.stringify(update)).not.toContain("\u202e");
  });
});
