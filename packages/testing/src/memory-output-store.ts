import type { OutputStore } from "@toolwright/core";
import type { StoredOutput, OutputKeeper, OutputOrigin } from "@toolwright/core/ports";
/** An output store in memory, for tests. */
export interface MemoryOutputStore extends OutputStore {
  readonly kept: ReadonlyMap<string, string>;
}

/** `refusal`: the error message if nothing can be stored. */
export function createMemoryOutputStore(refusal?: string): MemoryOutputStore {
  const kept = new Map<string, string>();
  const open = (_origin: OutputOrigin): OutputKeeper => {
    const chunks: Uint8Array[] = [];
    return {
      write: (chunk) => void chunks.push(chunk.slice()),
      async end(): Promise<StoredOutput> {
        if (refusal !== undefined) return { handle: null, reason: refusal };
        const handle = `output:${(kept.size + 1).toString(16).padStart(8, "0")}`;
        const size = chunks.reduce((sum, { length }) => sum + length, 0);
        const decoder = new TextDecoder();
        kept.set(handle, chunks.map((each) => decoder.decode(each, { stream: true })).join(""));
        return { handle, keptBytes: size, totalBytes: size };
      },
      discard: () => Promise.resolve(),
    };
  };
  return {
    kept,
    open,
    async keep(text, origin) {
      const keeper = open(origin);
      await keeper.write(new TextEncoder().encode(text));
      return keeper.end();
    },
  };
}
