import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { AnsweredCall, PendingApprovals } from "@toolwright/agent";
import type { Approver } from "@toolwright/core";
import { optionsError } from "../errors.ts";
import { ApprovalError } from "./approval-error.ts";
import {
  type ApprovalFolder,
  type ApprovalPlace,
  openApprovalFolder,
  readQuestionFile,
} from "./approval-folder.ts";
import { ApprovalState, type LeftQuestion } from "./approval-state.ts";
import { PortableApprover } from "./portable-approver.ts";
import { readQuestion } from "./portable-question.ts";

/** Options of a session that leaves questions for later. */
export interface ApprovalOptions {
  /** The place where the questions wait: a folder, or a place of the program's own. Default: the folder of the first file in `given`. */
  readonly place?: string | ApprovalPlace;
  /** Files of answered questions, for calls that are made again. They are looked at before the place. */
  readonly given?: readonly string[];
  /** The time that a call waits for an answer before it is refused, in milliseconds. Default: 0. */
  readonly waitMs?: number;
  /**
   * The calls that an answer is for: those of any session in this workspace, or of this session alone, also when it is
   * resumed. Default: `workspace`.
   */
  readonly scope?: "session" | "workspace";
}

/** The questions that a session has left for later. */
export interface SessionApprovals extends PendingApprovals {
  readonly waiting: readonly LeftQuestion[];
}

export interface SessionApprovalsSetup {
  readonly options: ApprovalOptions;
  readonly stateDirectory: string;
  /** The real path of the workspace's folder. */
  readonly workspace: string;
  /** The absolute base of relative paths. */
  readonly cwd: string;
  readonly sessionId: string;
  readonly profile: string;
  readonly trustedKeys: readonly string[];
  readonly validForMs: number;
  readonly now: () => number;
  readonly tell: (problem: string) => void;
}

/**
 * Makes the approver of a session that leaves its questions for later.
 *
 * Errors: ConfigurationError `options-invalid` for a folder that can't be used.
 */
export function openSessionApprovals(setup: SessionApprovalsSetup): {
  readonly approver: Approver;
  readonly approvals: SessionApprovals;
} {
  const { options, workspace, sessionId, now } = setup;
  const state = new ApprovalState(setup.stateDirectory, now);
  const scope = options.scope === "session" ? sessionId : "any";
  const files = (options.given ?? []).map((file) => resolve(setup.cwd, file));
  const place = orOptionsError(() => placeOf(options.place, files[0], setup.cwd));
  const approver = new PortableApprover({
    ...setup,
    state,
    scope,
    place,
    ...("fileOf" in place && { fileOf: place.fileOf }),
    given: files.map((file) => () => givenText(file)),
    ...(options.waitMs !== undefined && { waitMs: options.waitMs }),
  });
  const waiting = (): readonly LeftQuestion[] =>
    state
      .left()
      .filter((left) => left.workspace === workspace && left.scope === scope)
      .filter(({ expiresAtMs }) => expiresAtMs > now())
      // The questions of other sessions are theirs, even if an answer counts here as well.
      .filter(({ id }) => scope === sessionId || approver.hasLeft(id))
      .toSorted((one, other) => one.expiresAtMs - other.expiresAtMs);
  return {
    approver,
    approvals: {
      get waiting() {
        return waiting();
      },
      answered: async () => {
        const calls = await Promise.all(waiting().map(({ id }) => answeredCall(id, place)));
        return calls.filter((call) => call !== null);
      },
    },
  };
}

function placeOf(
  place: ApprovalOptions["place"],
  firstFile: string | undefined,
  cwd: string,
): ApprovalPlace | ApprovalFolder {
  if (typeof place === "object") return place;
  if (place !== undefined) return openApprovalFolder(resolve(cwd, place));
  if (firstFile !== undefined) {
    if (!existsSync(firstFile)) throw new ApprovalError(`There is no file ${firstFile}.`);
    return openApprovalFolder(realpathSync(dirname(firstFile)));
  }
  throw new ApprovalError("`approvals` needs a `place` for the questions.");
}

function orOptionsError<T>(open: () => T): T {
  try {
    return open();
  } catch (thrown) {
    if (!ApprovalError.isInstance(thrown)) throw thrown;
    throw optionsError(thrown.message);
  }
}

function givenText(file: string): string {
  const text = readQuestionFile(file);
  if (text === null) throw new ApprovalError("There is no such file of an approval.");
  return text;
}

/** Null if it has no answer. Whether the answer counts is decided when the call is made. */
async function answeredCall(id: string, place: ApprovalPlace): Promise<AnsweredCall | null> {
  try {
    const text = await place.get(id);
    const { question, answer } = text === null ? { answer: null } : readQuestion(text);
    if (answer === null || question === undefined) return null;
    const { agent, tool, input, parentCallId } = question.asked;
    return { id, agent, name: tool.name, input, isInside: parentCallId !== undefined };
  } catch (thrown) {
    if (ApprovalError.isInstance(thrown)) return null;
    throw thrown;
  }
}
