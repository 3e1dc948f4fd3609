import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { recorded, revealedLine } from "@toolwright/core/internal";
import { tellNotice } from "../../output/notices.ts";
import type { ProgramContext } from "../../program-context.ts";

const maxLength = 500;

/** Notices of a session for the person: on standard error, and in a client that shows them, once it knows the session. */
export class ClientNotices {
  readonly #program: ProgramContext;
  readonly #isShown: boolean;
  readonly #waiting: string[] = [];
  #send: ((updates: readonly SessionUpdate[]) => void) | null = null;

  /** isShown: whether the client shows notices. */
  constructor(program: ProgramContext, isShown: boolean) {
    this.#program = program;
    this.#isShown = isShown;
  }

  readonly tell = (notice: string): void => {
    void tellNotice(notice, this.#program);
    if (this.#isShown) this.#waiting.push(notice);
    this.#flush();
  };

  /** Called once the client knows the session. */
  open(send: (updates: readonly SessionUpdate[]) => void): void {
    this.#send = send;
    this.#flush();
  }

  #flush(): void {
    if (this.#send === null || this.#waiting.length === 0) return;
    const { say } = this.#program.language;
    const updates = this.#waiting.splice(0).map((notice): SessionUpdate => {
      const title = revealedLine(say(recorded(notice)), maxLength, "text");
      return { sessionUpdate: "notice", severity: "info", title };
    });
    this.#send(updates);
  }
}
