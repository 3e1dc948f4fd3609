import type { ProgramFailure } from "@toolwright/core/ports";
import * as nodeModule from "node:module";

/**
 * The JavaScript of a program in TypeScript; positions stay the same. Node's own function does it. A Node that was built
 * without it takes programs in JavaScript only.
 */
export function stripTypes(code: string): string | ProgramFailure {
  // Its warning that it is experimental is no business of the person's.
  process.removeAllListeners("warning");
  try {
    return nodeModule.stripTypeScriptTypes(code);
  } catch (thrown) {
    if (codeOf(thrown) === "ERR_NO_TYPESCRIPT") return code;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { isSyntax: true, message: firstLines(message), place: null, callId: null };
  }
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : null;
}

/** Without the drawing of the source that some messages end with. */
function firstLines(message: string): string {
  return message.split("\n", 1)[0]?.slice(0, 1_000) ?? "";
}
