import { cutText } from "../../text/cut-text.ts";
import type { StagedChange } from "../../approval/question.ts";
import { type ContentPart, text } from "../../output/content.ts";
import type { Outcome } from "../outcome.ts";
import type { StageEnd } from "./run-staged.ts";

const maxListed = 50;
const maxDiffBytes = 8_000;

/** The outcome with what became of the call's stage, in words for the model. */
export function withStageEnd(outcome: Outcome, { staged }: StageEnd): Outcome {
  return { ...outcome, content: [...outcome.content, ...noteOf(staged)], staged };
}

function noteOf({ changes, undeclared, end }: StageEnd["staged"]): readonly ContentPart[] {
  if (changes.length === 0) return [text("Stage: it changed nothing in the workspace.")];
  const counted =
    end === "dropped" ? changes : changes.filter(({ leftOut }) => leftOut === undefined);
  const count = counted.length === 1 ? "1 change" : `${counted.length} changes`;
  const head =
    end === "committed"
      ? `Stage: ${count} committed to the workspace.`
      : `Stage: ${count} dropped; the workspace is as it was.`;
  const listed = changes.slice(0, maxListed).map(lineOf);
  const more = changes.length - listed.length;
  const lines = [head, ...listed, ...(more > 0 ? [`… and ${more} more`] : [])];
  if (undeclared.length > 0)
    lines.push(`Not declared before it ran: the first ${undeclared.length}.`);
  if (end === "committed") return [text(lines.join("\n"))];
  const diff = changes.map((change) => change.diff).join("\n");
  return [text(lines.join("\n")), text(cutText(diff, maxDiffBytes))];
}

function lineOf({ change, path, leftOut }: StagedChange): string {
  return `- ${change} ${path}${leftOut === undefined ? "" : ` (left out: ${leftOut})`}`;
}
