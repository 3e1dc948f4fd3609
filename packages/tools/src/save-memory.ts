import {
  defineTool,
  type MemoryScope,
  type Preparation,
  type PrepareContext,
  read,
  ToolError,
  type WorkspaceAccess,
  write,
} from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import type { FileVersion } from "@toolwright/core/ports";
import { encodeText } from "@toolwright/workspace";
import { z } from "zod";
import { unifiedDiff } from "./change/unified-diff.ts";
import {
  type ChangedMemory,
  changeMemory,
  cleanFact,
  type MemoryChange,
} from "./memory/change-memory.ts";
import { phrase } from "./language/phrase.ts";
import { memoryPath, openMemory, scopeName } from "./memory/open-memory.ts";

const MAX_FACT_CHARACTERS = 500;

/** Each attempt fails only if another process has just changed the file. */
const MAX_ATTEMPTS = 20;

const text = z.string().min(1).max(MAX_FACT_CHARACTERS);

const input = z.strictObject({
  fact: text
    .optional()
    .describe('One self-contained sentence to remember, such as "Prefers pnpm to npm."'),
  forget: text
    .optional()
    .describe("Text of a remembered fact to remove. With fact: the fact that it replaces."),
  scope: z
    .enum(["user", "project"])
    .optional()
    .describe("user: holds everywhere; project: only in this workspace. Default: user."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  scope: z.enum(["user", "project"]).describe("The memory that was changed."),
  remembered: z.string().nullable().describe("The fact as written; null if nothing was added."),
  forgotten: z.string().nullable().describe("The fact that was removed; null for none."),
  facts: z.int().describe("How many facts this memory has now."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly scope: MemoryScope;
  readonly path: string;
  readonly change: MemoryChange;
  readonly planned: Planned;
}

/** A change of one version of the file. */
interface Planned {
  readonly changed: ChangedMemory;
  readonly oldText: string | null;
  readonly bytes: Uint8Array;
  readonly replaces: FileVersion | null;
}

/** Remembers a fact for later sessions, or forgets one. */
export const saveMemory = defineTool<Input, Prepared, Output>({
  name: "save_memory",
  title: "Save memory",
  kind: "think",
  version: "1",
  exposure: "deferred",
  needs: ["memory"],
  description: {
    summary: "Remembers a fact for later sessions, or forgets one.",
    details:
      "For lasting preferences, decisions and facts that the person asks you to remember or will need again. Not for the current task's state, for what files already say, or for secrets.",
    samples: [
      { input: { fact: "Prefers answers in German." } },
      {
        input: { fact: "Tests run with vitest.", forget: "Tests run with jest", scope: "project" },
      },
    ],
  },
  category: "memory",
  tags: ["remember", "forget", "note", "preference"],
  aliases: { memory: "fact", content: "fact" },
  input,
  output,
  effects: ({ scope = "user" }, { memory }) => {
    const path = memoryPath(memory, scope);
    return [read(path), write(path)];
  },
  async prepare({ fact, forget = null, scope = "user" }, context): Promise<Preparation<Prepared>> {
    const { language, memory, workspace } = context;
    if (fact === undefined && forget === null) {
      throw new ToolError("input-invalid", "Give fact to remember one, or forget to remove one.");
    }
    const path = memoryPath(memory, scope);
    const change: MemoryChange = {
      fact: fact === undefined ? null : cleanFact(fact, context.redact),
      forgets: forget,
      // A session without a memory has no path.
      date: memory?.today() ?? "",
    };
    const planned = await plan(workspace, { path, scope, change });
    const { changed, oldText, replaces } = planned;
    const prepared = { scope, path, change, planned };
    if (!changes(planned)) {
      return {
        summary: language.say(phrase("Already remembered")),
        effects: [read(path)],
        prepared,
      };
    }
    const { displayPath } = await workspace.resolve(path);
    return {
      summary: language.say(summaryOf(scope, changed)),
      effects: [read(path), write(path, replaces === null ? "create" : "modify")],
      preview: {
        type: "diff",
        path: displayPath,
        diff: unifiedDiff(displayPath, oldText, changed.text).text,
      },
      prepared,
    };
  },
  async execute({ scope, path, change, planned }, { workspace }) {
    const { changed } = changes(planned)
      ? await writeMemory(workspace, { scope, path, change, planned })
      : planned;
    return {
      content: `${toldOf(scope, changed)}.`,
      structured: {
        scope,
        remembered: changed.added?.text ?? null,
        forgotten: changed.forgotten?.text ?? null,
        facts: changed.facts,
      },
    };
  },
});

async function plan(
  workspace: PrepareContext["workspace"],
  { path, scope, change }: Pick<Prepared, "path" | "scope" | "change">,
): Promise<Planned> {
  const { file, version } = await openMemory(workspace, path, scope);
  const changed = changeMemory(file.text, change);
  return {
    changed,
    oldText: version === null ? null : file.text,
    bytes: await encodeText(changed.text, file.format),
    replaces: version,
  };
}

/**
 * Writes the change. If another session has changed the file since, the approved bullet is added to, or removed
 * from, the new content: a whole file that was prepared earlier would lose the other session's fact.
 */
async function writeMemory(workspace: WorkspaceAccess, prepared: Prepared): Promise<Planned> {
  const { path } = prepared;
  let { planned } = prepared;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await workspace.write(path, planned.bytes, { replaces: planned.replaces });
      return planned;
    } catch (thrown) {
      const isStale = ToolError.isInstance(thrown) && thrown.code === "file-changed";
      if (!isStale || attempt === MAX_ATTEMPTS) throw thrown;
    }
    planned = await plan(workspace, prepared);
    if (!changes(planned)) return planned;
  }
}

function changes({ changed }: Planned): boolean {
  return changed.added !== null || changed.forgotten !== null;
}

const memoryName: Readonly<Record<MemoryScope, Phrase>> = {
  user: phrase("the user's memory"),
  project: phrase("this project's memory"),
};

function summaryOf(scope: MemoryScope, { added, forgotten }: ChangedMemory): Phrase {
  const memory = memoryName[scope];
  const fact = added?.text ?? "";
  if (forgotten === null) return phrase('Remember "{fact}" in {memory}', { fact, memory });
  const old = forgotten.text;
  return added === null
    ? phrase('Forget "{fact}" in {memory}', { fact: old, memory })
    : phrase('Replace "{old}" by "{fact}" in {memory}', { old, fact, memory });
}

function toldOf(scope: MemoryScope, { added, known, forgotten }: ChangedMemory): string {
  const parts = [
    ...(forgotten === null ? [] : [`Forgot in ${scopeName[scope]}: ${forgotten.text}`]),
    ...(added === null ? [] : [`Remembered in ${scopeName[scope]}: ${added.text}`]),
    ...(known === null
      ? []
      : [`Already in ${scopeName[scope]}, so nothing was added: ${known.text}`]),
  ];
  return parts.map((part) => part.replace(/\.$/, "")).join(".\n");
}
