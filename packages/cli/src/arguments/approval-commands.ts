import { phrase } from "../language/phrase.ts";
import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";
import { json } from "./shared-flags.ts";

/** The commands for questions that were left for later. */
export const approvalCommands: readonly CommandSpec[] = [
  {
    name: "approve",
    summary: phrase("answer a question that a call has left for later"),
    usage: [
      "approve ID|FILE",
      "approve ID|FILE --once",
      "approve ID|FILE --session [--rule N]",
      'approve ID|FILE --deny "WHY"',
    ],
    flags: {
      ...globalFlags,
      once: { summary: phrase("allow the call once") },
      session: { summary: phrase("allow it, and all that its rule covers until the session ends") },
      rule: {
        value: "N",
        summary: phrase("with --session: which of the rules shown (default: 1, the narrowest)"),
      },
      deny: { value: "WHY", summary: phrase("deny the call; the model is told why") },
    },
    notes: [
      phrase(
        "The whole question is shown first. Without a flag, you are asked at the terminal. The answer is signed and written into the question's file.",
      ),
      phrase(
        "Answers count if this machine asked, or if the machine that asked names this one's key in its user's settings (approvals.trustedKeys).",
      ),
      phrase(
        "Exit status: 0 answered, 1 the question can't be answered (changed, expired, used), 2 usage, 3 left without an answer.",
      ),
    ],
    load: async () => (await import("../commands/approve.ts")).approve,
  },
  {
    name: "approvals list",
    summary: phrase("list the questions of this folder that wait for an answer"),
    usage: ["approvals list [--json]"],
    flags: { ...globalFlags, json },
    load: async () => (await import("../commands/approvals-list.ts")).approvalsList,
  },
  {
    name: "approvals key",
    summary: phrase("print the public key with which this machine signs answers"),
    usage: ["approvals key"],
    flags: globalFlags,
    notes: [
      phrase(
        "Another machine accepts answers of this one if its user's settings name the key: {setting}",
        { setting: '"approvals": { "trustedKeys": ["ed25519:…"] }' },
      ),
    ],
    load: async () => (await import("../commands/approvals-key.ts")).approvalsKey,
  },
];
