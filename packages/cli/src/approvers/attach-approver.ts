import type { Approver, Session } from "@toolwright/core";
import type { ProgramContext } from "../program-context.ts";

export interface ApprovalOptions {
  /** Whether every question is answered with yes, once. */
  readonly isYes: boolean;
  /** Whether a program reads the output or supplies standard input, so that nobody can be prompted. */
  readonly isUnattended: boolean;
}

/** Attaches the approver of a command: --yes, the person at the terminal, or none. */
export function attachApprover(
  { approvals, workspace }: Pick<Session, "approvals" | "workspace">,
  { isYes, isUnattended }: ApprovalOptions,
  program: ProgramContext,
): void {
  if (isYes) approvals.attach(yesApprover);
  else if (!isUnattended && isAtTerminal(program)) {
    approvals.attach(terminalApprover(program, workspace.roots));
  }
}

function isAtTerminal({ stdin, stderr }: ProgramContext): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

const yesApprover: Approver = { name: "--yes", ask: async () => ({ outcome: "once" }) };

/** Loaded with the first question, as most calls have none. */
function terminalApprover(program: ProgramContext, roots: readonly string[]): Approver {
  const { stdin, stderr } = program;
  let opened: Promise<Approver> | undefined;
  const open = async (): Promise<Approver> => {
    const { createTerminalApprover } = await import("./terminal-approver.ts");
    const { lookFor } = await import("../text/terminal-lines.ts");
    const look = lookFor(stderr, program);
    return createTerminalApprover({ input: stdin, output: stderr, look, roots });
  };
  return {
    name: "terminal",
    async ask(question, signal) {
      opened ??= open();
      return (await opened).ask(question, signal);
    },
    async elicit(elicitation, signal) {
      opened ??= open();
      return (await opened).elicit?.(elicitation, signal);
    },
  };
}
