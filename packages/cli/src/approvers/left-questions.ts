import type { ToolwrightOptions } from "@toolwright/runtime";
import type { SessionApprovals } from "@toolwright/runtime/approvals";
import { durationMs } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import type { ProgramContext } from "../program-context.ts";

/**
 * The option of a session that leaves its questions for later; empty without the flags.
 *
 * Errors: CommandError `usage` for flags that don't go together.
 */
export function approvalsFrom(
  parsed: ParsedArguments,
  scope: "session" | "workspace",
): Pick<ToolwrightOptions, "approvals"> {
  const place = parsed.value("approvals");
  const approved = parsed.value("approved");
  const wait = parsed.value("approvals-wait");
  if (wait !== undefined && place === undefined) {
    throw usageError(
      phrase("{flag} needs {other}.", { flag: "--approvals-wait", other: "--approvals DIR" }),
    );
  }
  if (place === undefined && approved === undefined) return {};
  for (const other of ["yes", "approve"]) {
    if (!parsed.has(other) && parsed.value(other) === undefined) continue;
    throw usageError(
      phrase("Give either {flag} or {other}: both say who answers.", {
        flag: place === undefined ? "--approved" : "--approvals",
        other: `--${other}`,
      }),
    );
  }
  return {
    approvals: {
      scope,
      ...(place !== undefined && { place }),
      ...(approved !== undefined && { given: [approved] }),
      ...(wait !== undefined && { waitMs: durationMs("--approvals-wait", wait) }),
    },
  };
}

/** Tells on standard error which questions wait, and how to answer them. Most sessions load nothing for that. */
export async function printWaiting(
  approvals: SessionApprovals | undefined,
  program: ProgramContext,
): Promise<void> {
  if (approvals === undefined || approvals.waiting.length === 0) return;
  const { printLeftQuestions } = await import("./print-waiting.ts");
  await printLeftQuestions(approvals, program);
}
