import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { peerDirectory } from "../support/peers.ts";
import type { EditCase } from "./edit-case.ts";

/** An edit engine for comparison; null is a refusal. */
export interface Peer {
  readonly name: string;
  readonly apply: (edit: EditCase) => Promise<string | null>;
}

interface GeminiReplacement {
  readonly newContent: string;
  readonly occurrences: number;
}

interface GeminiEdit {
  readonly calculateReplacement: (config: unknown, context: unknown) => Promise<GeminiReplacement>;
}

interface GeminiOmissions {
  detectOmissionPlaceholders(text: string): readonly string[];
}

/** Answers every request with nothing, so that nothing is recorded anywhere. */
const noConfig: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === "then" ? undefined : noConfig),
  apply: () => undefined,
});

/** The installed peers, and a note on each that is missing. */
export async function loadPeers(): Promise<{
  readonly peers: readonly Peer[];
  readonly leftOut: readonly string[];
}> {
  const leftOut = ["opencode: comes as a compiled program, its replacers can't be called"];
  const directory = peerDirectory("@google/gemini-cli-core");
  if (directory !== undefined)
    return { peers: [await loadGemini(join(directory, "dist/src/tools"))], leftOut };
  leftOut.push("gemini-cli-core: not installed; `npm run bench -- --peers` installs it");
  return { peers: [], leftOut };
}

/** Its replace tool with its handling of line ends, without correction by a model. */
async function loadGemini(tools: string): Promise<Peer> {
  const load = async (file: string): Promise<unknown> =>
    await import(pathToFileURL(join(tools, file)).href);
  const { calculateReplacement } = (await load("edit.js")) as GeminiEdit;
  const omissions = (await load("omissionPlaceholderDetector.js")) as GeminiOmissions;
  return {
    name: "gemini-cli-core",
    apply: async ({ file, oldText, newText }) => {
      const known = new Set(omissions.detectOmissionPlaceholders(oldText));
      const isElided = omissions
        .detectOmissionPlaceholders(newText)
        .some((placeholder) => !known.has(placeholder));
      if (isElided) return null;
      const hasCrlf = file.includes("\r\n");
      const { newContent, occurrences } = await calculateReplacement(noConfig, {
        params: { file_path: "/file", old_string: oldText, new_string: newText },
        currentContent: file.replaceAll("\r\n", "\n"),
        abortSignal: new AbortController().signal,
      });
      if (occurrences !== 1) return null;
      return hasCrlf ? newContent.replaceAll("\n", "\r\n") : newContent;
    },
  };
}
