import { covers, type Effect } from "../../effects/effect.ts";
import { ToolError } from "../../errors.ts";
import type { StagedChanges } from "../../approval/question.ts";
import type { Stage, StagedFile } from "../../ports/stages.ts";
import type { Call } from "../call.ts";
import { askForCommit } from "../ask.ts";
import { askWorkspacePolicy, readFilter } from "../ask-policy.ts";
import type { StagedOutcome } from "../outcome.ts";
import { refusalOf } from "../refusal.ts";
import { runCall } from "../run.ts";
import type { Decided, Ran } from "../stages.ts";
import { phrase } from "../../language/core-phrase.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import { Cancellation, Refusal } from "../stop.ts";
import { type CallStage, hostInStage } from "./call-stage.ts";
import { isInStage, needsStage } from "./stage-decision.ts";

/** The end of a call's stage. */
export interface StageEnd {
  readonly staged: StagedOutcome;
  /** The reason why its changes are not in the workspace: a Refusal, a ToolError or a Cancellation. */
  readonly against?: unknown;
}

/** Whether stage 6 of the call needs a stage of its own. Calls in a stage share it. */
export function opensStage({ call, effects }: Decided): boolean {
  return call.stage === null && isInStage(call) && needsStage(effects);
}

/**
 * Stage 6 for a call that runs in a stage: what was prepared runs in a throw-away view of the workspace, people
 * see what it did, and their answer commits that or drops it.
 *
 * Errors: those of opening a stage.
 */
export async function runStaged(decided: Decided): Promise<Ran | "changed"> {
  const { call } = decided;
  const { session } = call;
  const stages = session.stages;
  if (stages === undefined) throw new ToolError("internal", "This session can't make a stage.");
  const stage = await stages.open({
    sessionId: session.id,
    callId: call.callId,
    effects: decided.effects,
  });
  try {
    const inStage: CallStage = { stage, declared: [] };
    const ran = await runIn(decided, inStage);
    return ran === "changed" ? ran : { ...ran, ...(await endStage(ran, inStage)) };
  } finally {
    await stage.drop();
  }
}

async function runIn(decided: Decided, inStage: CallStage): Promise<Ran | "changed"> {
  const { call } = decided;
  const { session } = call;
  call.stage = inStage;
  call.session = hostInStage(session, inStage);
  try {
    const ran = await runCall(decided, session.workspace);
    if (ran !== "changed") await endChildren(decided);
    return ran;
  } finally {
    call.session.workspaceSession.close();
    call.session = session;
    call.stage = null;
  }
}

/** Calls that the call started must not go on in a stage whose changes a person looks at. */
async function endChildren({ call }: Decided): Promise<void> {
  for (const child of call.children) child.cancel("The call that made this one is over.");
  await Promise.all(call.children);
}

/** Shows what was done in a stage, asks, and commits or drops it. Never drops the stage itself. */
export async function endStage(
  ran: Ran,
  { stage, declared }: CallStage,
): Promise<Pick<Ran, "stageEnd" | "undo">> {
  const { running } = ran;
  const found = await stage.freeze();
  const undeclared = undeclaredIn(found, declared);
  // First what a person has to look at.
  const files = [...undeclared, ...found.filter((file) => !undeclared.includes(file))];
  const shown = changesOf(running, files, undeclared);
  try {
    if (files.length > 0) await agree(running, files, shown, ran);
    const undo = files.length > 0 ? await commit(running, stage) : undefined;
    return { stageEnd: { staged: { ...shown, end: "committed" } }, ...(undo && { undo }) };
  } catch (against) {
    return { stageEnd: { staged: { ...shown, end: "dropped" }, against } };
  }
}

/** Errors: Refusal when the policy or a person is against the changes; Cancellation; ToolError. */
async function agree(
  running: Ran["running"],
  files: readonly StagedFile[],
  staged: StagedChanges,
  { interruption }: Ran,
): Promise<void> {
  const { call } = running;
  if (interruption instanceof Cancellation) throw interruption;
  call.throwIfCancelled();
  const obstacle = files.find((file) => file.obstacle !== undefined);
  if (obstacle !== undefined) throw cannotCommit(call, obstacle);
  const decision = askWorkspacePolicy(
    running,
    files.map(({ effect }) => effect),
  );
  if (decision.decision === "deny") throw refusalOf(running, decision);
  call.ticket.pause();
  const { summary } = running.preparation;
  const preview = {
    type: "diff",
    path: staged.changes[0]?.path ?? "",
    diff: diffOf(staged),
  } as const;
  await askForCommit(running, {
    decision,
    staged,
    summary: call.session.language.say(phrase("Commit what it did: {summary}", { summary })),
    preview,
  });
  await waitForTurn(call);
  // Minutes may have passed, in which a mode or rule began to deny it.
  const now = askWorkspacePolicy(
    running,
    files.map(({ effect }) => effect),
  );
  if (now.decision === "deny") throw refusalOf(running, now);
}

async function commit({ call }: Ran["running"], stage: Stage): Promise<Ran["undo"]> {
  return stage.commit({ sessionId: call.session.id, callId: call.callId });
}

/** One text for hosts that show no list of changes. */
function diffOf({ changes }: StagedChanges): string {
  return changes.map(({ diff }) => diff).join("");
}

function cannotCommit({ name: tool }: Call, { path, obstacle = "" }: StagedFile): Refusal {
  return new Refusal("permission-denied", [
    phrase(
      "What '{tool}' did in its stage can't be committed, so it was dropped: {path} {obstacle}.",
      {
        tool,
        path,
        obstacle,
      },
    ),
    phrase("Run it without a stage, or let it leave that file alone."),
  ]);
}

/** The changes that the call didn't declare. */
function undeclaredIn(
  files: readonly StagedFile[],
  declared: readonly Effect[],
): readonly StagedFile[] {
  return files.filter(
    ({ effect }) => !declared.some((each) => each.type === effect.type && covers(each, effect)),
  );
}

function changesOf(
  running: Ran["running"],
  files: readonly StagedFile[],
  undeclared: readonly StagedFile[],
): StagedChanges {
  const mayRead = readFilter(running);
  return {
    changes: files.map((file) => {
      const { path, change, leftOut } = file;
      // A diff is a read of both contents.
      const diff = mayRead(file.effect.realPath ?? file.effect.path) ? file.diff : unread(file);
      return {
        path,
        change,
        diff: leftOut === undefined ? diff : `${diff}Left out of a commit: ${leftOut}\n`,
        ...(leftOut !== undefined && { leftOut }),
      };
    }),
    undeclared: undeclared.map(({ effect }) => effect),
  };
}

function unread({ path, change }: StagedFile): string {
  return `${path}: ${change}. The contents are not shown, because reading the file needs approval.\n`;
}
