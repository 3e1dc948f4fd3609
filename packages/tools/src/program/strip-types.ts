import type { ProgramFailure } from "@toolwright/core/ports";
import * as nodeModule from "node:module";

/** The reason why types could not be removed. After a fault that isn't the program's, the thread's parser can't be used again. */
export interface TypesKept {
  readonly failure: ProgramFailure;
  readonly isClean: boolean;
}

/**
 * The JavaScript of a program in TypeScript; positions stay the same. Node's own function does it. A Node that was built
 * without it takes programs in JavaScript only.
 */
export function stripTypes(code: string): string | TypesKept {
  // Its warning that it is experimental is no business of the person's.
  process.removeAllListeners("warning");
  try {
    return nodeModule.stripTypeScriptTypes(code);
  } catch (thrown) {
    const errorCode = codeOf(thrown);
    if (errorCode === "ERR_NO_TYPESCRIPT") return code;
    const isClean = String(errorCode).endsWith("_TYPESCRIPT_SYNTAX");
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const message = isClean
      ? firstLine(said)
      : "its types can't be removed; it may nest too deeply";
    return { failure: { isSyntax: true, message, place: null, callId: null }, isClean };
  }
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : null;
}

/** Without the drawing of the source that some messages end with. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0]?.slice(0, 1_000) ?? "";
}
