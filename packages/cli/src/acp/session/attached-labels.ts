import { fileURLToPath } from "node:url";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { Effect, Session } from "@toolwright/core";

type Labelled = Pick<Session, "labels"> & {
  readonly workspace: Pick<Session["workspace"], "resolve">;
};

/**
 * Brings the labels of texts that a client attaches to a prompt into the session: no call reads them. A file's text has
 * those of the file. Whatever else an editor shows may come from anywhere, such as a page.
 */
export async function labelAttached(
  blocks: readonly ContentBlock[],
  { labels, workspace }: Labelled,
): Promise<void> {
  if (labels === undefined) return;
  for (const block of blocks) {
    if (block.type !== "resource") continue;
    const effect = await readOf(block.resource.uri, workspace);
    for (const [label, source] of labels.of({ effects: [effect], commands: "confined" })) {
      labels.add({ label, callId: null, tool: "an attached text", effect: source });
    }
  }
}

async function readOf(uri: string, workspace: Labelled["workspace"]): Promise<Effect> {
  try {
    const { path, realPath, root } = await workspace.resolve(
      fileURLToPath(uri.split("#", 1)[0] ?? ""),
    );
    return { type: "read", path, realPath, ...(root === null && { isOutside: true }) };
  } catch {
    return { type: "read", path: uri, isOutside: true };
  }
}
