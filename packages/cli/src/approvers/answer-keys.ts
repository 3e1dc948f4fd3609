import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { ApprovalAnswer, ApprovalQuestion } from "@toolwright/core";

/** The meaning of a typed line. */
export type TypedAnswer =
  | { readonly kind: "answer"; readonly answer: ApprovalAnswer }
  | { readonly kind: "edit" }
  | { readonly kind: "unclear"; readonly hint: Phrase };

const typed = /^(?<key>[a-z]+)(?<number>[0-9]+)?(?:\s+(?<rest>[\s\S]+))?$/i;

/**
 * Reads the answer to a question. Keys may be spelled out (`yes`), `s2`
 * chooses the second rule, and words after `n` are passed on. Only a clear yes counts as yes.
 */
export function readAnswer(
  line: string,
  { proposals: rules, stage, canStage }: Pick<ApprovalQuestion, "proposals" | "stage" | "canStage">,
): TypedAnswer {
  const proposals = rules.length;
  const { key = "", number, rest } = typed.exec(line.trim())?.groups ?? {};
  const word = key.toLowerCase();
  const means = (meaning: string): boolean => word !== "" && meaning.startsWith(word);
  if (stage === "commit") return readCommit(means, rest);
  if (means("no") && number === undefined) {
    return answer({ outcome: "reject", ...(rest !== undefined && { feedback: rest }) });
  }
  // Only a refusal takes more words: anything else with words after it is unclear.
  if (rest !== undefined) return unclear(proposals);
  if (means("session") || means("always")) {
    const outcome = means("session") ? "session" : "always";
    const proposal = number === undefined ? 0 : Number(number) - 1;
    if (proposal >= 0 && proposal < proposals) return answer({ outcome, proposal });
    const hint =
      proposals === 0
        ? phrase("You can only allow this call once: y, or n.")
        : phrase("Choose one of {count} rules: {first} to {last}.", {
            count: proposals,
            first: `${word}1`,
            last: `${word}${proposals}`,
          });
    return { kind: "unclear", hint };
  }
  if (number !== undefined) return unclear(proposals);
  if (means("yes")) return answer({ outcome: "once" });
  if (canStage === true && means("try")) return answer({ outcome: "stage" });
  if (means("edit")) return { kind: "edit" };
  return means("cancel") ? answer({ outcome: "cancel" }) : unclear(proposals);
}

/** The answer to what a call did in its stage. */
function readCommit(means: (meaning: string) => boolean, rest: string | undefined): TypedAnswer {
  if (means("no") || means("drop")) {
    return answer({ outcome: "drop", ...(rest !== undefined && { feedback: rest }) });
  }
  if (rest === undefined && means("yes")) return answer({ outcome: "commit" });
  if (rest === undefined && means("cancel")) return answer({ outcome: "cancel" });
  return {
    kind: "unclear",
    hint: phrase("Type y to commit, n to drop (with a reason, if you like), or c."),
  };
}

function answer(given: ApprovalAnswer): TypedAnswer {
  return { kind: "answer", answer: given };
}

function unclear(proposals: number): TypedAnswer {
  const hint =
    proposals > 0
      ? phrase("Type y, n (with a reason, if you like), s or a (for the session, always), e or c.")
      : phrase("Type y, n (with a reason, if you like), e or c.");
  return { kind: "unclear", hint };
}
