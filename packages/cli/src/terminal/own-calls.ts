import type { ApprovalQuestion, Session } from "@toolwright/core";
import { commandToolOf } from "../commands/command-tool.ts";
import type { ParsedLine } from "./prompt/parse-line.ts";

/** A typed line with the tool that runs it. */
export type OrderedLine =
  | Exclude<ParsedLine, { readonly type: "call" | "own-command" }>
  | (Extract<ParsedLine, { readonly type: "call" }> & { readonly isOwn: boolean });

/** Gives the person's own command (`!git status`) to the session's tool for commands. */
export function ordered(parsed: ParsedLine, session: Pick<Session, "tools">): OrderedLine {
  if (parsed.type === "call") return { ...parsed, isOwn: false };
  if (parsed.type !== "own-command") return parsed;
  const tool = commandToolOf(session);
  if (tool === undefined) {
    return { type: "problem", message: "This session has no tool that runs commands." };
  }
  return { type: "call", tool, input: { command: parsed.commandLine }, isOwn: true };
}

/** True when only the mode asks, neither a rule nor a protection: then the person's own order is the answer. */
export function isAskedByMode({ decision }: ApprovalQuestion): boolean {
  return decision.proof.every((step) => step.decision !== "ask" || step.layer === "mode");
}
