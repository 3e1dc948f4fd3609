import { declare, type RegisteredTool, type Session } from "@toolwright/core";
import { signatureOf } from "../../input/tool-signature.ts";
import type { Line } from "../../text/styled-line.ts";
import { toolHelp } from "./help-lines.ts";

/** One tool of a session for a person: what a model is told of it, and its arguments. */
export function describedTool(tool: RegisteredTool, session: Session, width: number): Line[] {
  const among = session.shownTools.map(({ declarable }) => declarable);
  const [declared] = declare([tool.declarable], { dialect: "canonical", among });
  return toolHelp(signatureOf(tool), declared?.description ?? "", width);
}
