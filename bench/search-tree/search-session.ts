import { realpathSync } from "node:fs";
import { createPolicy, createRegistry, createSession, type Outcome } from "@toolwright/core";
import { createProcessHost } from "@toolwright/sandbox";
import { builtinTool } from "@toolwright/tools";
import { openWorkspace } from "@toolwright/workspace";

const findFiles = await builtinTool("find_files");
const searchText = await builtinTool("search_text");

type Input = Readonly<Record<string, unknown>>;

/** A session with the search tools, in a directory of its own. */
export interface SearchSession {
  readonly root: string;
  /** Throws unless the call succeeds. */
  call(tool: string, input: Input): Promise<void>;
  /** The number of lines or files that the call reports. */
  total(tool: string, input: Input): Promise<number>;
  close(): Promise<void>;
}

export async function openSearchSession(directory: string): Promise<SearchSession> {
  const root = realpathSync(directory);
  const registry = createRegistry();
  await registry.register([findFiles, searchText]);
  const processes = createProcessHost();
  const session = await createSession({
    registry,
    processes,
    workspace: openWorkspace({ roots: [root] }),
    policy: createPolicy({
      mode: "default",
      roots: [root],
      layers: [{ name: "user", source: "bench", rules: [{ deny: "read(private/**)" }] }],
    }),
  });
  const outcomeOf = async (name: string, input: Input): Promise<Outcome> => {
    const outcome = await session.call({ name, input });
    if (outcome.status === "ok") return outcome;
    throw new Error(`${name} ${JSON.stringify(input)}: ${outcome.error?.message}`);
  };
  return {
    root,
    call: async (name, input) => void (await outcomeOf(name, input)),
    async total(name, input) {
      const { structured } = await outcomeOf(name, input);
      // Both tools report it, as their output schemas require.
      return (structured as { readonly total: number }).total;
    },
    async close() {
      await session.close();
      await processes.close();
    },
  };
}
