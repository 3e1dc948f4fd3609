import type { ConversationInfo, Toolwright } from "@toolwright/runtime";
import { usageError } from "../errors.ts";
import type { CommandRun } from "../arguments/command.ts";
import { phrase } from "../language/phrase.ts";
import { shellWord, workspaceFlag } from "../text/shell-word.ts";
import { printProgress } from "./run-output.ts";

/**
 * What the agent is told when its conversation is continued without a task.
 *
 * Errors: CommandError `usage` when there is nothing to continue.
 */
export function goOn(resumed: ConversationInfo | null): string {
  if (resumed?.status !== "done" && resumed?.title !== "") return "Go on with the task.";
  throw usageError(
    phrase("The conversation has no open task. Say what to do next: {command}", {
      command: `toolwright run --resume ${resumed.id} "TASK"`,
    }),
  );
}

/** Says how to continue a run that has ended early, if it was stored. */
export async function printHowToResume(
  opened: Toolwright,
  { arguments: parsed, program }: Pick<CommandRun, "arguments" | "program">,
): Promise<void> {
  const id = opened.resumed?.id ?? opened.session.id;
  const stored = await opened.conversations();
  if (!stored.some((conversation) => conversation.id === id)) return;
  const flag = workspaceFlag(opened.session.workspace.cwd, program);
  const place = parsed.value("approvals");
  const approvals = place === undefined ? "" : ` --approvals ${shellWord(place)}`;
  const command = `toolwright run --resume ${id}${flag}${approvals}`;
  await printProgress(phrase("To continue: {command}", { command }), program);
}
