// For programs that answer questions, such as a bot or a web page
export { ApprovalError } from "./approval-error.ts";
export {
  answerQuestion,
  type PortableAnswer,
  type PortableOutcome,
  type PortableQuestion,
  readQuestion,
  type ReadQuestion,
  type SignedAnswer,
} from "./portable-question.ts";
export {
  createPrivateKeyText as createApprovalKey,
  readPrivateKey as readApprovalKey,
  type SigningKey,
} from "./signing-key.ts";
export type { ApprovalPlace } from "./approval-folder.ts";
export type { ApprovalOptions, SessionApprovals } from "./session-approvals.ts";

// For the command line
export { readQuestionFile, replaceQuestionFile } from "./approval-folder.ts";
export { ApprovalState, type LeftQuestion } from "./approval-state.ts";
export { questionId } from "./portable-question.ts";
