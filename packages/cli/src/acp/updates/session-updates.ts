import { randomUUID } from "node:crypto";
import type {
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
} from "@agentclientprotocol/sdk";
import type { AgentEvent } from "@toolwright/agent";
import {
  type Effect,
  isPathEffect,
  type Language,
  type Outcome,
  type TodoItem,
  type ToolKind,
} from "@toolwright/core";
import { revealedLine } from "@toolwright/core/internal";
import { errorText } from "../../commands/outcome-text.ts";
import { type NewsEvent, newsPhrase } from "../../commands/news-phrase.ts";
import { diffHunks } from "./diff-hunks.ts";
import { LiveOutput } from "./live-output.ts";
import { displayContent, partsContent, textContent, verbatimContent } from "./tool-call-content.ts";

/** The facts of a tool that a client shows before its call is prepared. */
export interface ShownTool {
  readonly title: string;
  readonly kind: ToolKind;
  readonly streamsOutput: boolean;
}

export interface SessionUpdatesOptions {
  /** The main session; sub-agents' sessions begin with its id. */
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly language: Language;
  /** Undefined for an unknown tool. */
  readonly toolNamed: (name: string) => ShownTool | undefined;
  /** Whether the client draws the output of our commands in a terminal. */
  readonly drawsTerminals: boolean;
  /** Whether the client shows notices. */
  readonly showsNotices: boolean;
  /** True if the client marks where the conversation was made shorter. */
  readonly showsCompactions: boolean;
}

const maxTitleLength = 300;
const maxLocations = 50;

/**
 * The updates that tell a client about an agent's events. Each event gives any number of updates, except for
 * commands' output, which is collected until `takeLiveOutput`.
 */
export class SessionUpdates {
  readonly #options: SessionUpdatesOptions;
  readonly #live: LiveOutput;
  /** The calls that gave sub-agents their tasks, by the sub-agents' sessions. */
  readonly #startedBy = new Map<string, string>();
  #messageId = randomUUID();

  constructor(options: SessionUpdatesOptions) {
    this.#options = options;
    this.#live = new LiveOutput(options.drawsTerminals);
  }

  /** Whether output waits for `takeLiveOutput`. */
  get hasLiveOutput(): boolean {
    return this.#live.isWaiting;
  }

  takeLiveOutput(): SessionUpdate[] {
    return this.#live.take();
  }

  for(event: AgentEvent): SessionUpdate[] {
    const isMain = event.sessionId === this.#options.sessionId;
    switch (event.type) {
      case "step-start":
        if (isMain) this.#messageId = randomUUID();
        return [];
      case "text-delta":
        return isMain ? [this.#chunk("agent_message_chunk", event.text)] : [];
      case "reasoning-delta":
        return isMain ? [this.#chunk("agent_thought_chunk", event.text)] : [];
      case "todos-update":
        return isMain ? [{ sessionUpdate: "plan", entries: planOf(event.items) }] : [];
      case "retry":
      case "budget-warning":
      case "hook":
      case "instructions-read":
      case "compaction":
        this.#messageId = randomUUID();
        return [this.#notice(event)];
      case "agent-start":
        this.#startedBy.set(event.childSessionId, this.#idOf(event));
        return [];
      case "step-end":
        return isMain || event.text === "" ? [] : this.#childText(event, event.text);
      default:
        return this.#forCall(event);
    }
  }

  /** The client's id of a call, which is unique among those of sub-agents, too. */
  toolCallId(call: { readonly sessionId: string; readonly callId: string }): string {
    return this.#idOf(call);
  }

  #forCall(event: AgentEvent): SessionUpdate[] {
    switch (event.type) {
      case "invocation-start":
        return [this.#begun(event)];
      case "invocation-prepared":
        return [this.#prepared(event)];
      case "approval-answered":
        return isYes(event.answer.outcome)
          ? [
              {
                sessionUpdate: "tool_call_update",
                toolCallId: this.#idOf(event),
                status: "in_progress",
              },
            ]
          : [];
      case "invocation-update": {
        const { title, output } = event.update;
        const toolCallId = this.#idOf(event);
        if (output !== undefined) this.#live.add(toolCallId, output);
        return title === undefined
          ? []
          : [
              {
                sessionUpdate: "tool_call_update",
                toolCallId,
                title: this.#titled(event, title),
              },
            ];
      }
      case "invocation-end":
        return this.#ended(event);
      default:
        return [];
    }
  }

  #begun(event: Extract<AgentEvent, { type: "invocation-start" }>): SessionUpdate {
    const { tool: name, input } = event;
    const tool = this.#options.toolNamed(name);
    const toolCallId = this.#idOf(event);
    return {
      sessionUpdate: "tool_call",
      toolCallId,
      name,
      title: this.#titled(event, tool?.title ?? name),
      kind: tool?.kind ?? "other",
      status: "pending",
      rawInput: parsedInput(input),
      ...(tool?.kind === "execute" && tool.streamsOutput && this.#live.begin(toolCallId)),
    };
  }

  #prepared(event: Extract<AgentEvent, { type: "invocation-prepared" }>): SessionUpdate {
    const { summary, kind, effects, preview, decision } = event;
    const { cwd } = this.#options;
    const content = preview?.type === "diff" ? displayContent(preview, cwd) : [];
    return {
      sessionUpdate: "tool_call_update",
      toolCallId: this.#idOf(event),
      title: this.#titled(event, summary),
      kind,
      status: decision.decision === "allow" ? "in_progress" : "pending",
      locations: locationsOf(effects, preview?.type === "diff" ? preview.diff : ""),
      ...(content.length > 0 && { content }),
    };
  }

  #ended(event: Extract<AgentEvent, { type: "invocation-end" }>): SessionUpdate[] {
    const { outcome } = event;
    const toolCallId = this.#idOf(event);
    const end = this.#live.end(toolCallId, outcome);
    return [
      ...end.before,
      {
        sessionUpdate: "tool_call_update",
        toolCallId,
        status: outcome.status === "ok" ? "completed" : "failed",
        content: end.content ?? this.#contentOf(outcome),
        ...(end._meta !== undefined && { _meta: end._meta }),
      },
    ];
  }

  #contentOf(outcome: Outcome): ToolCallContent[] {
    const { display, content, error } = outcome;
    const { cwd } = this.#options;
    if (error !== null && display?.type !== "terminal")
      return [verbatimContent(errorText(outcome))];
    // A text for people says less than the content.
    const shown = display?.type === "text" ? [] : displayContent(display, cwd);
    return shown.length > 0 ? shown : partsContent(content);
  }

  #childText(event: AgentEvent, text: string): SessionUpdate[] {
    const toolCallId = this.#startedBy.get(event.sessionId);
    if (toolCallId === undefined) return [];
    const content = [textContent(`**${revealedLine(event.agent, 80)}**: ${text}`)];
    return [{ sessionUpdate: "tool_call_update", toolCallId, content }];
  }

  #notice(event: NewsEvent): SessionUpdate {
    const { language, sessionId, showsCompactions, showsNotices } = this.#options;
    const title = revealedLine(language.say(newsPhrase(event)), maxTitleLength, "text");
    if (event.type === "compaction" && showsCompactions && event.sessionId === sessionId) {
      return this.#compaction(title);
    }
    return showsNotices
      ? { sessionUpdate: "notice", severity: event.type === "retry" ? "warning" : "info", title }
      : this.#chunk("agent_thought_chunk", `${title}\n`);
  }

  #compaction(text: string): SessionUpdate {
    return {
      sessionUpdate: "compaction_update",
      compactionId: randomUUID(),
      status: "completed",
      summary: [{ type: "text", text }],
    };
  }

  #chunk(
    sessionUpdate: "agent_message_chunk" | "agent_thought_chunk",
    text: string,
  ): SessionUpdate {
    return { sessionUpdate, messageId: this.#messageId, content: { type: "text", text } };
  }

  /** A sub-agent's calls are under its name. */
  #titled({ sessionId, agent }: AgentEvent, title: string): string {
    const isMain = sessionId === this.#options.sessionId;
    return revealedLine(isMain ? title : `[${agent}] ${title}`, maxTitleLength);
  }

  #idOf({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }): string {
    const main = this.#options.sessionId;
    return sessionId === main ? callId : `${sessionId.slice(main.length + 1)}/${callId}`;
  }
}

/** A model's input is text when it arrives. */
function parsedInput(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function isYes(outcome: string): boolean {
  return outcome === "once" || outcome === "session" || outcome === "always";
}

/** The files that a client may follow, with the line of each one's first change. */
function locationsOf(effects: readonly Effect[], diff: string): ToolCallLocation[] {
  const { hunks } = diffHunks(diff);
  const paths = effects.flatMap((effect) => (isPathEffect(effect) ? [effect.path] : []));
  return [...new Set(paths)].slice(0, maxLocations).map((path) => {
    const hunk = hunks.find((candidate) => path.endsWith(`/${candidate.path}`));
    return hunk === undefined ? { path } : { path, line: hunk.line };
  });
}

const planStatus = { pending: "pending", active: "in_progress", done: "completed" } as const;

/** A client's plan has no cancelled entries. */
function planOf(items: readonly TodoItem[]): PlanEntry[] {
  return items.flatMap(({ text, status }) =>
    status === "cancelled"
      ? []
      : [{ content: text, priority: "medium" as const, status: planStatus[status] }],
  );
}
