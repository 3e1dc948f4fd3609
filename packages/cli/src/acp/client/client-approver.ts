import type { AgentContext, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type Approver,
  type Elicitation,
  type ElicitationAnswer,
  isPathEffect,
  type Language,
} from "@toolwright/core";
import { revealedLine, revealHidden } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { questionBody } from "../../terminal/question/question-lines.ts";
import { themeFor } from "../../text/theme.ts";
import { displayContent, linesOf, verbatimContent } from "../updates/tool-call-content.ts";
import type { ClientFacts } from "./client-facts.ts";
import { answerFrom, permissionOptions, rejectWithReason } from "./permission-options.ts";

export interface ClientApproverOptions {
  readonly client: AgentContext;
  readonly facts: ClientFacts;
  /** The client's id of the session. */
  readonly sessionId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly language: Language;
  readonly toolCallId: (call: { readonly sessionId: string; readonly callId: string }) => string;
  /** Resolves when the client has been told about the question's call. */
  readonly told: (question: ApprovalQuestion, signal: AbortSignal) => Promise<void>;
}

/**
 * Puts a session's questions to the person at the client. The answer belongs to the request that asked for it: a late
 * one, a second one, or one for another session reaches nothing.
 */
export class ClientApprover implements Approver {
  readonly name: string;
  readonly #options: ClientApproverOptions;

  constructor(options: ClientApproverOptions) {
    this.#options = options;
    this.name = options.facts.name;
  }

  async ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { client, told } = this.#options;
    await told(question, signal);
    const { outcome } = await client.request(
      "session/request_permission",
      this.#requestOf(question),
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    const answer = answerFrom(question, outcome);
    const wantsReason = outcome.outcome === "selected" && outcome.optionId === rejectWithReason;
    return wantsReason ? this.#withReason(question, signal) : answer;
  }

  async elicit(
    elicitation: Elicitation,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer | undefined> {
    const { facts } = this.#options;
    const { id, from, message } = elicitation;
    const text = `${revealedLine(from, 200)}:\n${revealHidden(message, "command")}`;
    if (elicitation.kind === "url") {
      if (!facts.canOpenPages) return undefined;
      const { url } = elicitation;
      return this.#form(
        elicitation,
        { mode: "url", message: text, url, elicitationId: id },
        signal,
      );
    }
    if (!facts.canShowForms) return undefined;
    const { schema } = elicitation;
    return this.#form(
      elicitation,
      { mode: "form", message: text, requestedSchema: schema },
      signal,
    );
  }

  async #form(
    call: { readonly sessionId: string; readonly callId: string },
    form: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    const { client, sessionId, toolCallId } = this.#options;
    // The asker wrote the schema for a form; the client checks it.
    const answer = await client.request<ElicitationAnswer>(
      "elicitation/create",
      { ...form, sessionId, toolCallId: toolCallId(call) },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    if (answer.action !== "accept") return { action: answer.action };
    const { content } = answer;
    return content == null ? { action: "accept" } : { action: "accept", content };
  }

  /** The person has refused already, so whatever happens to the form, it is a refusal. */
  async #withReason(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { say } = this.#options.language;
    const reason = { type: "string", title: say(phrase("Why, or what to do instead")) };
    const form = {
      mode: "form",
      message: say(phrase("Passed on to the model.")),
      requestedSchema: { type: "object", properties: { reason }, required: ["reason"] },
    };
    const answer = await this.#form(question, form, signal).catch(() => null);
    const feedback = answer?.action === "accept" ? answer.content?.["reason"] : undefined;
    return {
      outcome: "reject",
      ...(typeof feedback === "string" && feedback !== "" && { feedback }),
    };
  }

  #requestOf(question: ApprovalQuestion): RequestPermissionRequest {
    const { sessionId, cwd, language, facts, toolCallId } = this.#options;
    const { tool, input, summary, effects, agent } = question;
    const title = agent === "main" ? summary : `[${agent}] ${summary}`;
    const paths = effects.flatMap((effect) => (isPathEffect(effect) ? [effect.path] : []));
    const isDiff = question.preview?.type === "diff";
    return {
      sessionId,
      toolCall: {
        toolCallId: toolCallId(question),
        title: revealedLine(title, 300),
        kind: tool.kind,
        status: "pending",
        rawInput: input,
        locations: [...new Set(paths)].map((path) => ({ path })),
        content: [
          verbatimContent(this.#bodyOf(question)),
          ...(isDiff ? displayContent(question.preview, cwd) : []),
        ],
      },
      options: permissionOptions(question, { language, canShowForms: facts.canShowForms }),
    };
  }

  /** The effects, the reasons, whether it can be undone, and any preview but a diff, which clients draw themselves. */
  #bodyOf({ preview, ...question }: ApprovalQuestion): string {
    const { roots, language } = this.#options;
    const look = themeFor({}, language);
    const shown =
      preview === undefined || preview.type === "diff" ? question : { ...question, preview };
    return linesOf(questionBody(shown, { look, roots, width: Number.POSITIVE_INFINITY }));
  }
}
