import {
  type ErrorCode,
  type Memory,
  type MemoryScope,
  ToolError,
  type WorkspaceAccess,
} from "@toolwright/core";
import { type Fact, factsOf } from "./memory-file.ts";
import { openMemory } from "./open-memory.ts";

export const memoryScopes = ["user", "project"] as const satisfies readonly MemoryScope[];

export interface MemoryPlace {
  readonly scope: MemoryScope;
  readonly path: string;
}

/** The facts of one file. */
export interface ScopeFacts {
  readonly scope: MemoryScope;
  readonly facts: readonly Fact[];
  /** Why the file could not be read. */
  readonly problem?: string;
}

/** The files that the session may use. */
export function memoryPlaces(memory: Memory | undefined): readonly MemoryPlace[] {
  return memoryScopes.flatMap((scope) => {
    const file = memory?.fileOf(scope);
    return file !== undefined && "path" in file ? [{ scope, path: file.path }] : [];
  });
}

/** Why the session lacks some files, one sentence each. */
export function memoryProblems(memory: Memory | undefined): readonly string[] {
  return memoryScopes.flatMap((scope) => {
    const file = memory?.fileOf(scope);
    return file !== undefined && "problem" in file ? [file.problem] : [];
  });
}

/** What a person may have done to one file must not hide the other. */
const faultsOfFile: readonly ErrorCode[] = ["not-text", "not-a-file", "file-too-large"];

/** Reads one file. Errors: those of `WorkspaceAccess.read` that aren't about the file's content. */
export async function readFacts(
  { scope, path }: MemoryPlace,
  workspace: WorkspaceAccess,
): Promise<ScopeFacts> {
  try {
    const { file } = await openMemory(workspace, path, scope);
    return { scope, facts: factsOf(file.text) };
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || !faultsOfFile.includes(thrown.code)) throw thrown;
    return { scope, facts: [], problem: thrown.message };
  }
}
