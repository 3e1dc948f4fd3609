import type { InitializeRequest } from "@agentclientprotocol/sdk";
import { revealedLine } from "@toolwright/core/internal";

/** What a client says it can do. Nothing here decides what a call may do. */
export interface ClientFacts {
  /** For the journal and for people. */
  readonly name: string;
  readonly canShowForms: boolean;
  readonly canOpenPages: boolean;
  readonly showsNotices: boolean;
  /** True if it marks where the conversation was made shorter. */
  readonly showsCompactions: boolean;
  /** Whether it draws the output of our commands in a terminal, as Zed does. */
  readonly drawsTerminals: boolean;
  /** Whether it tells what it shows of a file, also where that isn't saved. */
  readonly readsFiles: boolean;
}

export function clientFacts({ clientCapabilities, clientInfo }: InitializeRequest): ClientFacts {
  const { elicitation, session, fs, _meta } = clientCapabilities ?? {};
  const name = revealedLine(clientInfo?.title ?? clientInfo?.name ?? "", 80);
  return {
    name: name === "" ? "the editor" : name,
    canShowForms: elicitation?.form != null,
    canOpenPages: elicitation?.url != null,
    showsNotices: session?.notices != null,
    showsCompactions: session?.compaction != null,
    drawsTerminals: _meta?.["terminal_output"] === true,
    readsFiles: fs?.readTextFile === true,
  };
}
