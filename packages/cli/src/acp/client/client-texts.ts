import type { AgentContext } from "@agentclientprotocol/sdk";
import type { UnsavedTexts } from "@toolwright/workspace";

/** A client that answers later is not asked again: each read would wait for it. */
const answerMs = 2_000;

export interface ClientTextsOptions {
  readonly client: AgentContext;
  /** The client's id of the session; null until it has one. */
  readonly sessionId: () => string | null;
  /** Tells the path as the client knows it: its folder may be a link. */
  readonly pathFor: (realPath: string) => string;
  readonly onNotice: (notice: string) => void;
}

/** The texts that a client shows, unsaved ones as well. */
export class ClientTexts implements UnsavedTexts {
  readonly #options: ClientTextsOptions;
  #isSilent = false;

  constructor(options: ClientTextsOptions) {
    this.#options = options;
  }

  async read(realPath: string): Promise<string | null> {
    const { client, sessionId: idOf, pathFor, onNotice } = this.#options;
    const sessionId = idOf();
    if (sessionId === null || this.#isSilent) return null;
    const limit = AbortSignal.timeout(answerMs);
    try {
      const answer = await client.request(
        "fs/read_text_file",
        { sessionId, path: pathFor(realPath) },
        { cancellationSignal: limit, stopWaitingOnCancel: true },
      );
      return answer.content;
    } catch {
      // Clients refuse files that they don't know. Those on the disk count then.
      if (!limit.aborted) return null;
      this.#isSilent = true;
      onNotice("the editor doesn't say what it shows, so files are read from the disk");
      return null;
    }
  }
}
