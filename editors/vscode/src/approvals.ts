import type { ApprovalAnswer, ApprovalQuestion, Approver } from "@toolwright/core";
import type { Editor } from "./editor.ts";
import { showChange } from "./show-change.ts";

interface Pending {
  readonly question: ApprovalQuestion;
  readonly settle: (answer: ApprovalAnswer | undefined) => void;
}

interface Choice {
  readonly label: string;
  readonly detail?: string;
  readonly answer: ApprovalAnswer | "show" | "reject";
}

/** The questions that wait for the person, as a list and as messages of the editor. */
export class Approvals implements Approver {
  readonly name = "VS Code";
  readonly #editor: Editor;
  readonly #folder: string;
  readonly #pending = new Map<string, Pending>();

  constructor(editor: Editor, folder: string) {
    this.#editor = editor;
    this.#folder = folder;
  }

  get questions(): readonly ApprovalQuestion[] {
    return Array.from(this.#pending.values(), ({ question }) => question);
  }

  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer | undefined>();
    const settle = (answer: ApprovalAnswer | undefined): void => {
      if (!this.#pending.delete(question.id)) return;
      resolve(answer);
      this.#editor.refresh();
    };
    this.#pending.set(question.id, { question, settle });
    signal.addEventListener("abort", () => settle(undefined), { once: true });
    if (signal.aborted) settle(undefined);
    this.#editor.refresh();
    void this.#announce(question);
    return promise;
  }

  /** Lets the person answer a question of the list. */
  async answer(id: string): Promise<void> {
    const question = this.#pending.get(id)?.question;
    if (question === undefined) return;
    const chosen = await this.#editor.pick(question.summary, this.#choicesFor(question));
    if (chosen !== undefined) await this.#take(question, chosen.answer);
  }

  async show(id: string): Promise<void> {
    const question = this.#pending.get(id)?.question;
    if (question !== undefined) await showChange(question, this.#editor, this.#folder);
  }

  /** A message that the person closes leaves the question in the list. */
  async #announce(question: ApprovalQuestion): Promise<void> {
    const more = this.#editor.say("More…");
    const short = this.#choicesFor(question).filter(
      ({ answer }) => typeof answer === "string" || ["once", "commit"].includes(answer.outcome),
    );
    const labels = [...short.map(({ label }) => label), more];
    const label = await this.#editor.choose(textOf(question), labels);
    if (label === more) await this.answer(question.id);
    const chosen = short.find((choice) => choice.label === label);
    if (chosen !== undefined) await this.#take(question, chosen.answer);
  }

  async #take(question: ApprovalQuestion, answer: Choice["answer"]): Promise<void> {
    if (answer === "show") {
      await this.show(question.id);
      // A message, because a list would cover the change.
      await this.#announce(question);
      return;
    }
    if (answer !== "reject") {
      this.#pending.get(question.id)?.settle(answer);
      return;
    }
    const feedback = await this.#editor.askText(
      this.#editor.say("Why not? The model is told. (optional)"),
    );
    if (feedback === undefined) return;
    const reason = feedback.trim() === "" ? {} : { feedback };
    this.#pending.get(question.id)?.settle({ outcome: "reject", ...reason });
  }

  #choicesFor(question: ApprovalQuestion): readonly Choice[] {
    const { proposals, preview, decision, stage, canStage } = question;
    const { say } = this.#editor;
    if (stage === "commit") {
      return [
        { label: say("Commit its changes"), answer: { outcome: "commit" } },
        { label: say("Show the change"), answer: "show" },
        { label: say("Drop them"), answer: "reject" },
      ];
    }
    const why = decision.proof.find((step) => step.decision === "ask")?.rule;
    const allow = say("Allow once");
    return [
      { label: allow, ...(why != null && { detail: why }), answer: { outcome: "once" } },
      ...(preview === undefined
        ? []
        : [{ label: say("Show the change"), answer: "show" } as const]),
      ...(canStage === true
        ? [
            {
              label: say("Try it in a stage, then commit or drop"),
              answer: { outcome: "stage" },
            } as const,
          ]
        : []),
      ...proposals.flatMap(({ label: rule, patterns }, proposal): readonly Choice[] => [
        {
          label: say("Allow while the window is open: {rule}", { rule }),
          detail: patterns.join(", "),
          answer: { outcome: "session", proposal },
        },
        {
          label: say("Always allow in this folder: {rule}", { rule }),
          detail: patterns.join(", "),
          answer: { outcome: "always", proposal },
        },
      ]),
      { label: say("Reject"), answer: "reject" },
    ];
  }
}

function textOf({ agent, summary }: ApprovalQuestion): string {
  return agent === "main" ? summary : `${agent}: ${summary}`;
}
