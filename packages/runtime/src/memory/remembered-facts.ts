import { type Memory, type Redactor, type Session, ToolError } from "@toolwright/core";
import type { PathPermit } from "@toolwright/core/ports";

export interface RememberedOptions {
  readonly session: Session;
  readonly memory: Memory | undefined;
  readonly redactor: Redactor;
}

/**
 * The facts of all memory files as Markdown for a system prompt; empty if there are none. A file that can't be
 * read, or not without approval, counts as empty.
 */
export async function rememberedFacts(options: RememberedOptions): Promise<string> {
  const { session, memory, redactor } = options;
  // Loaded late, as most sessions never ask.
  const { memoryPlaces, readFacts, remembered, rememberedText } = await import(
    "@toolwright/tools/internal"
  );
  const opened = session.workspace.openSession(`${session.id}/memory`);
  try {
    const access = opened.openCall({
      permit: permitOf(session),
      isReadable: () => false,
      isRevoked: () => false,
    });
    const memories = memoryPlaces(memory).map(async (place) => {
      try {
        return remembered(place.scope, (await readFacts(place, access)).facts);
      } catch (thrown) {
        if (!ToolError.isInstance(thrown)) throw thrown;
        return remembered(place.scope, []);
      }
    });
    return redactor.redact(rememberedText(await Promise.all(memories)));
  } finally {
    opened.close();
  }
}

/** Permits what the policy allows `recall` to read without approval. */
function permitOf({ policy, agent, labels }: Session): PathPermit {
  return (operation, { path, realPath, root }) => {
    if (operation !== "read" && operation !== "inspect") return false;
    const isOutside = root === null && { isOutside: true };
    const effects = [{ type: "read", path, realPath, ...isOutside }] as const;
    const asked = { effects, tool: "recall", agent: agent.name, labels: labels?.context };
    return policy.decide(asked).decision === "allow";
  };
}
