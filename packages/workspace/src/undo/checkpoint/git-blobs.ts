import { NoCheckpoint } from "./checkpoints.ts";
import { type GitPlace, runGit, streamGit } from "./git-program.ts";

/** Hands on the contents of objects one after the other; those over the limit only by their size. */
export async function eachBlob(
  place: GitPlace,
  ids: readonly string[],
  { maxBytes }: { readonly maxBytes: number },
  take: (id: string, bytes: Buffer | null, size: number) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const sizes = await runGit(place, ["cat-file", "--batch-check"], `${ids.join("\n")}\n`);
  const wanted: string[] = [];
  for (const line of sizes.output.toString("latin1").split("\n")) {
    const [id = "", type, size] = line.split(" ");
    if (type === undefined) continue;
    if (type !== "blob") throw new NoCheckpoint("An object of a checkpoint is missing.");
    if (Number(size) > maxBytes) take(id, null, Number(size));
    else wanted.push(id);
  }
  if (wanted.length === 0) return;
  const reader = new BatchReader((id, bytes) => take(id, bytes, bytes.byteLength));
  await streamGit(place, ["cat-file", "--batch"], `${wanted.join("\n")}\n`, (chunk) => {
    reader.add(chunk);
  });
  if (reader.count !== wanted.length) {
    throw new NoCheckpoint("A checkpoint could not be read back.");
  }
}

/** Reads `<id> blob <size>`, a line end, the bytes and a line end, again and again. */
class BatchReader {
  readonly #take: (id: string, bytes: Buffer) => void;
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 0;
  count = 0;

  constructor(take: (id: string, bytes: Buffer) => void) {
    this.#take = take;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#length < this.#needed) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#needed = 0;
    for (;;) {
      const end = rest.indexOf(10);
      if (end === -1) break;
      const [id = "", , size = ""] = rest.toString("latin1", 0, end).split(" ");
      const next = end + 1 + Number(size) + 1;
      if (!(next > 0)) throw new NoCheckpoint("A checkpoint could not be read back.");
      if (rest.byteLength < next) {
        this.#needed = next;
        break;
      }
      this.#take(id, rest.subarray(end + 1, next - 1));
      this.count += 1;
      rest = rest.subarray(next);
    }
    this.#chunks = [rest];
    this.#length = rest.byteLength;
  }
}
