import { randomUUID } from "node:crypto";
import { phrase } from "../language/phrase.ts";
import type { ApprovalQuestion, Session } from "@toolwright/core";
import { commandToolOf } from "../commands/command-tool.ts";
import type { ParsedLine } from "./prompt/parse-line.ts";

/** A parsed line, with own commands turned into calls. */
export type OrderedLine =
  | Exclude<ParsedLine, { readonly type: "call" | "own-command" }>
  | (Extract<ParsedLine, { readonly type: "call" }> & {
      readonly isOwn: boolean;
      readonly isInTerminal: boolean;
    });

/** A program that a person uses has no time limit, so it runs in the background. */
const inTerminal = { tty: true, background: true };

/** Turns the person's own command (`!git status`) into a call of the session's command tool. */
export function ordered(parsed: ParsedLine, session: Pick<Session, "tools">): OrderedLine {
  if (parsed.type === "call") return { ...parsed, isOwn: false, isInTerminal: false };
  if (parsed.type !== "own-command") return parsed;
  const { commandLine, isInTerminal } = parsed;
  const tool = commandToolOf(session, isInTerminal ? Object.keys(inTerminal) : []);
  if (tool === undefined) {
    const message = isInTerminal
      ? phrase("This session has no tool that runs commands in a terminal of their own.")
      : phrase("This session has no tool that runs commands.");
    return { type: "problem", message };
  }
  const input = { command: commandLine, ...(isInTerminal && inTerminal) };
  return { type: "call", tool, input, isOwn: true, isInTerminal };
}

/** The start of the ids of calls that the person makes. */
export const personsCall = "typed-";

/** A new id for a call that the person makes. */
export function personsCallId(): string {
  return `${personsCall}${randomUUID()}`;
}

/** Whether the person has made the call, not a model. */
export function isPersonsCall(callId: string): boolean {
  return callId.startsWith(personsCall);
}

/** The command line of an own command's input. */
export function commandOf(input: unknown): string {
  return String((input as { readonly command?: unknown }).command);
}

/** Whether only the mode asks, not a rule or a protection. Then the person's own command is the answer. */
export function isAskedByMode({ decision }: ApprovalQuestion): boolean {
  return decision.proof.every((step) => step.decision !== "ask" || step.layer === "mode");
}
