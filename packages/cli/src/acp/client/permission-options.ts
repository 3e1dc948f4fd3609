import type { PermissionOption, RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import type { ApprovalAnswer, ApprovalQuestion, Language } from "@toolwright/core";
import { type Phrase, revealedLine } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";

const maxNameLength = 200;
/** Rules for the session that are offered, narrowest first. A lasting one is always the narrowest. */
const maxRules = 3;

/** An offered answer. */
interface Choice {
  readonly id: string;
  readonly kind: PermissionOption["kind"];
  readonly name: Phrase;
  readonly answer: ApprovalAnswer;
}

/** The choice that lets the person write a reason. Only for clients that can show a form. */
export const rejectWithReason = "reject-with-reason";

/** The answers that a client offers its person. */
export function permissionOptions(
  question: ApprovalQuestion,
  { language, canShowForms }: { readonly language: Language; readonly canShowForms: boolean },
): PermissionOption[] {
  return choicesOf(question, canShowForms).map(({ id, kind, name }) => ({
    optionId: id,
    kind,
    name: revealedLine(language.say(name), maxNameLength),
  }));
}

/**
 * The person's answer. Errors: an option that was not offered, or anything else that is no answer; it never counts as
 * approval.
 */
export function answerFrom(
  question: ApprovalQuestion,
  outcome: RequestPermissionOutcome,
): ApprovalAnswer {
  if (outcome.outcome === "cancelled") return { outcome: "cancel" };
  const given = outcome.optionId;
  const chosen = choicesOf(question, true).find(({ id }) => id === given);
  if (chosen !== undefined) return chosen.answer;
  throw new Error(`it answered ${revealedLine(JSON.stringify(given), 60)}`);
}

const tryInStage: Choice = {
  id: "stage",
  kind: "allow_once",
  name: phrase("Try it in a stage, then commit or drop"),
  answer: { outcome: "stage" },
};

/** For what a call did in its stage. */
const commitChoices: readonly Choice[] = [
  {
    id: "commit",
    kind: "allow_once",
    name: phrase("Commit its changes"),
    answer: { outcome: "commit" },
  },
  { id: "drop", kind: "reject_once", name: phrase("Drop them"), answer: { outcome: "drop" } },
];

function choicesOf(question: ApprovalQuestion, canShowForms: boolean): readonly Choice[] {
  const { proposals, stage, canStage } = question;
  if (stage === "commit") return commitChoices;
  const rule = (index: number): string => {
    const { label = "", patterns = [] } = proposals[index] ?? {};
    return `${label} [${patterns.join(", ")}]`;
  };
  const forSession = proposals.slice(0, maxRules).map(
    (_, index): Choice => ({
      id: `session-${index}`,
      kind: "allow_always",
      name: phrase("Yes, for this session: {rule}", { rule: rule(index) }),
      answer: { outcome: "session", proposal: index },
    }),
  );
  const always: Choice = {
    id: "always-0",
    kind: "allow_always",
    name: phrase("Yes, always in this folder: {rule}", { rule: rule(0) }),
    answer: { outcome: "always", proposal: 0 },
  };
  return [
    { id: "once", kind: "allow_once", name: phrase("Yes, this once"), answer: { outcome: "once" } },
    ...(canStage === true ? [tryInStage] : []),
    ...forSession,
    ...(proposals.length > 0 ? [always] : []),
    { id: "reject", kind: "reject_once", name: phrase("No"), answer: { outcome: "reject" } },
    ...(canShowForms
      ? [
          {
            id: rejectWithReason,
            kind: "reject_once" as const,
            name: phrase("No, and say why"),
            answer: { outcome: "reject" } as const,
          },
        ]
      : []),
  ];
}
