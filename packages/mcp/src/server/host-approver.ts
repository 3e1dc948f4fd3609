import type { ApprovalQuestion, Approver, Elicitation, Language } from "@toolwright/core";
import type { Asked } from "./tool-server.ts";
import { elicitationRequest } from "./elicitation-request.ts";
import type { HostLine } from "./host-line.ts";
import { answerFromForm, questionForm } from "./question-form.ts";

export interface HostApproverOptions {
  readonly sessionId: string;
  readonly roots: readonly string[];
  /** Default: English. */
  readonly language?: Language;
  readonly asks: Asked;
}

/**
 * Puts each call's questions to the person of the host that made it. Hosts that share a session never see
 * each other's questions.
 */
export class HostApprover implements Approver {
  readonly name = "asking";
  readonly #options: HostApproverOptions;
  readonly #lines = new Map<string, HostLine>();

  constructor(options: HostApproverOptions) {
    this.#options = options;
  }

  /** Sends the questions of a call and its children to a host. Returns a function that ends it. */
  connect(callId: string, line: HostLine): () => void {
    this.#lines.set(callId, line);
    return () => this.#lines.delete(callId);
  }

  async ask(question: ApprovalQuestion, signal: AbortSignal): ReturnType<Approver["ask"]> {
    const { roots, language, asks } = this.#options;
    if (asks === "nobody") {
      throw new Error(
        `this server never prompts for approval (--approve deny). ${wayToAllow(question, roots)}`,
      );
    }
    const line = asks === "host" ? this.#lineOf(question) : undefined;
    // The call does not come from a host, so other approvers answer.
    if (line === undefined) return undefined;
    if (!line.canAsk.form) {
      line.lacks("form");
      throw new Error(
        `the host cannot show questions (MCP elicitation). ${wayToAllow(question, roots)}`,
      );
    }
    const params = questionForm(question, {
      roots,
      titledChoices: line.canAsk.titledChoices,
      ...(language !== undefined && { language }),
    });
    const answer = await line.elicit({ topic: "approval", params }, signal);
    return { ...answerFromForm(question, answer), by: line.hostName };
  }

  async elicit(
    elicitation: Elicitation,
    signal: AbortSignal,
  ): ReturnType<NonNullable<Approver["elicit"]>> {
    const line = this.#options.asks === "host" ? this.#lineOf(elicitation) : undefined;
    const params = line === undefined ? null : elicitationRequest(elicitation, line.canAsk);
    if (params === null) line?.lacks(elicitation.kind);
    if (line === undefined || params === null) return undefined;
    const { action, content } = await line.elicit({ topic: elicitation.from, params }, signal);
    return action === "accept" ? { action, ...(content !== undefined && { content }) } : { action };
  }

  /** A child agent's session id begins with the call that opened it. */
  #lineOf({
    sessionId,
    callId,
  }: {
    readonly sessionId: string;
    readonly callId: string;
  }): HostLine | undefined {
    const own = this.#options.sessionId;
    if (sessionId === own) return this.#lines.get(callId);
    if (!sessionId.startsWith(`${own}/`)) return undefined;
    const [opener = ""] = sessionId.slice(own.length + 1).split("/", 1);
    return this.#lines.get(opener);
  }
}

/** For the model to pass on, because only a person can run it. */
function wayToAllow(
  { proposals: [narrowest] }: ApprovalQuestion,
  [root = "."]: readonly string[],
): string {
  if (narrowest === undefined) {
    return "Only a person can allow this: start `toolwright mcp serve --approve console`";
  }
  const flag = narrowest.protected === true ? " --protected" : "";
  const commands = narrowest.patterns.map(
    (pattern) => `toolwright policy grant ${quote(pattern)}${flag}`,
  );
  return `The person can allow it with \`${commands.join(" && ")}\` in ${root}; it takes effect at once, so the same call then runs`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
